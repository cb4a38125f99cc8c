// SPDX-License-Identifier: BSL-1.0
/// The type layer where there is nothing else.
#include <shapeproof/shapeproof.hpp>

namespace sp = shapeproof;

using x = sp::tensor<float, sp::axis<"L">, sp::axis<"D", 4>>;
using w = sp::tensor<float, sp::axis<"D", 4>, sp::axis<"F", 8>>;
static_assert(sp::can_matmul<x, w> && !sp::can_matmul<w, x>);

int main() {}
