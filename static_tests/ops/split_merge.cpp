// SPDX-License-Identifier: BSL-1.0
/// split, merge and reshape are view operations.
#include <shapeproof/ops/split_merge.hpp>

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

template <class X>
using split = decltype(sp::split<"(H Dk)">(std::declval<X>()));

template <class X>
using merge = decltype(sp::merge<"H", "Dk">(std::declval<X>()));

static_assert(std::is_same_v<split<merged&>, sp::view<float, L, H, Dk>>);
static_assert(std::is_same_v<split<merged const&>, sp::view<float const, L, H, Dk>>);
static_assert(std::is_same_v<split<merged>, heads>);
static_assert(std::is_same_v<split<sp::meta_tensor<float, L, HDk>>, sp::meta_tensor<float, L, H, Dk>>);
static_assert(std::is_same_v<split<sp::poisoned>, sp::poisoned>);
static_assert(std::is_same_v<merge<heads&>, sp::view<float, L, HDk>>);
static_assert(std::is_same_v<merge<split<merged>>, merged>);
static_assert(std::is_same_v<decltype(sp::reshape<L, H, Dk>(std::declval<merged&>())), sp::view<float, L, H, Dk>>);
static_assert(std::is_same_v<decltype(sp::reshape<L, H, Dk>(std::declval<merged>())), heads>);

static_assert(sp::can_split<merged, "(H Dk)"> && !sp::can_split<merged, "(Dk H)">);      // factors in another order
static_assert(sp::can_merge<heads, "H", "Dk"> && !sp::can_merge<heads, "Dk", "H">);      // another order
static_assert(!sp::can_merge<heads, "H">);                                               // one name
static_assert(!sp::can_merge<sp::strided_view<float, turned>, "L", "Dk">);               // neighbours, not in memory
static_assert(sp::can_merge<sp::tensor<float, H, L, Dk>, "L", "Dk">);                    // in memory too
static_assert(sp::can_reshape<merged, L, H, Dk> && !sp::can_reshape<merged, H, L, Dk>);  // reorders
