// SPDX-License-Identifier: BSL-1.0
/// rearrange gives a view where memory order allows it, else a copy, which the type shows.
#include <shapeproof/ops/rearrange.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L", 8>;
using H = axis<"H", 8>;
using Dk = axis<"Dk", 8>;
using HDk = sp::fused<H, Dk>;
using merged = sp::tensor<float, L, HDk>;
using heads = sp::tensor<float, L, H, Dk>;
using turned = strided<shape<H, L, Dk>, memory<L, H, Dk>>;

template <class X, sp::fixed_string Pattern>
using rearranged = decltype(sp::rearrange<Pattern>(std::declval<X>()));

static_assert(std::is_same_v<rearranged<merged&, "L (H Dk) -> H L Dk">, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<rearranged<merged, "L (H Dk) -> H L Dk">, sp::strided_tensor<float, turned>>);
static_assert(std::is_same_v<rearranged<heads&, "L H Dk -> H (L Dk)">, sp::tensor<float, H, sp::fused<L, Dk>>>);
static_assert(std::is_same_v<rearranged<heads const&, "L H Dk -> H (L Dk)">, sp::tensor<float, H, sp::fused<L, Dk>>>);
static_assert(std::is_same_v<rearranged<sp::meta_tensor<float, L, H, Dk>, "L H Dk -> H (L Dk)">,
                             sp::meta_tensor<float, H, sp::fused<L, Dk>>>);
static_assert(std::is_same_v<rearranged<sp::poisoned, "L (H Dk) -> H L Dk">, sp::poisoned>);
static_assert(sp::can_rearrange<merged, "L (H Dk) -> H L Dk">);
static_assert(!sp::can_rearrange<merged, "L (H Dk) -> H L">);  // leaves out Dk
