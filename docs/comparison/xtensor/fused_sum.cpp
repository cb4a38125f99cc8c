// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: yes
#include <type_traits>
#include <xtensor/xtensor.hpp>

using vector = xt::xtensor<float, 1>;
static_assert(!std::is_same_v<decltype(vector() + vector()), vector>);  // an expression, computed where it is assigned

int main() {}
