// SPDX-License-Identifier: BSL-1.0
/// A linear layer gives a tensor of its own, or a meta tensor of meta tensors.
#include <shapeproof/ops/linear.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using L = axis<"L", 8>;
using D = axis<"D", 4>;
using F = axis<"F", 8>;
using x = sp::tensor<float, L, D>;
using w = sp::tensor<float, D, F>;
using bias = sp::tensor<float, F>;
using meta_x = sp::meta_tensor<float, L, D>;
using result = sp::tensor<float, L, F>;

static_assert(std::is_same_v<decltype(sp::linear(std::declval<x>(), std::declval<w>())), result>);
static_assert(std::is_same_v<decltype(sp::linear(std::declval<x>(), std::declval<w>(), std::declval<bias>())), result>);
static_assert(std::is_same_v<decltype(sp::linear(std::declval<meta_x>(), std::declval<w>(), std::declval<bias>())),
                             sp::meta_tensor<float, L, F>>);
static_assert(sp::can_linear<x, w> && sp::can_linear<x, w, bias>);
static_assert(!sp::can_linear<x, sp::tensor<float, F, D>>);  // transposed
static_assert(!sp::can_linear<x, w, sp::tensor<float, L>>);  // another bias, both 8
