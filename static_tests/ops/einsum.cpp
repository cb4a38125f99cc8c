// SPDX-License-Identifier: BSL-1.0
/// einsum gives a tensor of its own, in the order of its pattern.
#include <shapeproof/ops/einsum.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;

using L = axis<"L", 8>;
using D = axis<"D", 4>;
using F = axis<"F", 8>;
using x = sp::tensor<float, L, D>;
using w = sp::tensor<float, D, F>;
using meta_x = sp::meta_tensor<float, L, D>;
using view_w = sp::view<float const, D, F>;

static_assert(std::is_same_v<decltype(sp::einsum<"L D, D F -> F L">(std::declval<x>(), std::declval<view_w>())),
                             sp::tensor<float, F, L>>);
static_assert(std::is_same_v<decltype(sp::einsum<"L D, D F -> F L">(std::declval<meta_x>(), std::declval<w>())),
                             sp::meta_tensor<float, F, L>>);
static_assert(sp::can_einsum<x, w, "L D, D F -> L F">);
static_assert(!sp::can_einsum<x, w, "L D, F D -> L F">);  // another order
static_assert(!sp::can_einsum<x, w, "L D">);              // no pattern
