// SPDX-License-Identifier: BSL-1.0
/// A view operation views an lvalue, takes over an rvalue's elements, keeps const, and keeps meta tensors meta.
#include <shapeproof/ops/reorder.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using H = axis<"H", 8>;
using S = axis<"S", 8>;
using x = sp::tensor<float, B, L, H>;
using v = sp::view<float, B, L, H>;
using read_only = sp::view<float const, B, L, H>;
using turned = strided<shape<B, H, L>, memory<B, L, H>>;

template <class X>
using transposed = decltype(sp::transpose<"L", "H">(std::declval<X>()));

// Of a tensor that somebody holds: a view. Of one that nobody else holds: the tensor itself, in another order.
static_assert(std::is_same_v<transposed<x&>, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<transposed<x const&>, sp::strided_view<float const, turned>>);
static_assert(std::is_same_v<transposed<x>, sp::strided_tensor<float, turned>>);
static_assert(
    std::is_same_v<transposed<x const>, sp::strided_view<float const, turned>>);  // const cannot be moved from
// Of a view: a view, whether it is held or not.
static_assert(std::is_same_v<transposed<v&>, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<transposed<v const&>, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<transposed<v>, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<transposed<read_only>, sp::strided_view<float const, turned>>);
static_assert(std::is_same_v<transposed<sp::meta_tensor<float, B, L, H>>, sp::meta<float, turned>>);
static_assert(std::is_same_v<transposed<sp::poisoned>, sp::poisoned>);

// Back in memory order it is dense again.
static_assert(std::is_same_v<transposed<transposed<x&>>, v>);
static_assert(std::is_same_v<transposed<transposed<x>>, x>);
static_assert(std::is_same_v<transposed<transposed<x const&>>, read_only>);

static_assert(std::is_same_v<decltype(sp::permute<"B", "H", "L">(std::declval<x&>())), transposed<x&>>);
static_assert(std::is_same_v<decltype(sp::permute<"B", "L", "H">(std::declval<x>())), x>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", 2>(std::declval<x&>())), transposed<x&>>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", -1>(std::declval<x const&>())), transposed<x const&>>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", -1>(std::declval<x>())), transposed<x>>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", 1>(std::declval<transposed<x>>())), x>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", -1>(std::declval<sp::meta_tensor<float, B, L, H>>())),
                             sp::meta<float, turned>>);
static_assert(std::is_same_v<decltype(sp::move_axis<"L", -1>(std::declval<sp::poisoned>())), sp::poisoned>);
static_assert(std::is_same_v<decltype(sp::rename<"L", "S">(std::declval<x&>())), sp::view<float, B, S, H>>);
static_assert(std::is_same_v<decltype(sp::rename<"L", "S">(std::declval<x>())), sp::tensor<float, B, S, H>>);
// Elements of any type.
static_assert(
    std::is_same_v<decltype(sp::rename<"L", "S">(std::declval<sp::tensor<int, L> const&>())), sp::view<int const, S>>);

static_assert(sp::can_transpose<x, "L", "H"> && sp::can_transpose<v const&, "H", "B">);
static_assert(!sp::can_transpose<x, "L", "S">);  // no such axis
static_assert(sp::can_move_axis<x, "L", -1> && sp::can_move_axis<v const&, "H", 0>);
static_assert(!sp::can_move_axis<x, "S", 0>);  // no such axis
static_assert(!sp::can_move_axis<x, "L", 3>);  // no such place
static_assert(sp::can_permute<x, "H", "B", "L">);
static_assert(!sp::can_permute<x, "H", "B">);  // leaves out L
static_assert(sp::can_rename<x, "L", "S">);
static_assert(!sp::can_rename<x, "L", "H">);         // the name is taken
static_assert(!sp::can_transpose<float, "L", "H">);  // no tensor
