// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: no
#include <shapeproof/shapeproof.hpp>
#include <type_traits>
namespace sp = shapeproof;
using vector = sp::tensor<float, sp::axis<"D", 3>>;

static_assert(std::is_same_v<decltype(vector() + vector()), vector>);  // each sum is stored

int main() {}
