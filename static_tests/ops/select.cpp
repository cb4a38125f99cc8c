// SPDX-License-Identifier: BSL-1.0
/// slice, select, last and unsqueeze are view operations.
#include <shapeproof/ops/select.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::gap;
using sp::memory;
using sp::shape;
using sp::strided;

using B = axis<"B", 2>;
using L = axis<"L", 8>;
using D = axis<"D", 4>;
using part = axis<"L", 3>;
using x = sp::tensor<float, B, L, D>;
using rows = sp::tensor<float, L, D>;

template <class X>
using sliced = decltype(sp::slice<"L", 2, 5>(std::declval<X>()));
static_assert(std::is_same_v<sliced<rows&>, sp::view<float, part, D>>);
static_assert(std::is_same_v<sliced<rows const&>, sp::view<float const, part, D>>);
static_assert(std::is_same_v<sliced<rows>, sp::tensor<float, part, D>>);
static_assert(std::is_same_v<sliced<x&>, sp::strided_view<float, strided<shape<B, part, D>, memory<B, L, D>>>>);
static_assert(std::is_same_v<sliced<sp::meta_tensor<float, L, D>>, sp::meta_tensor<float, part, D>>);
static_assert(std::is_same_v<sliced<sp::poisoned>, sp::poisoned>);

template <class X, class Position>
using selected = decltype(sp::select<"L">(std::declval<X>(), std::declval<Position>()));
static_assert(std::is_same_v<selected<rows&, int>, sp::view<float, D>>);
static_assert(std::is_same_v<selected<rows&, sp::index<L>>, sp::view<float, D>>);
static_assert(std::is_same_v<selected<rows, int>, sp::tensor<float, D>>);
static_assert(std::is_same_v<selected<x&, int>, sp::strided_view<float, strided<shape<B, D>, memory<B, gap<L>, D>>>>);
static_assert(
    std::is_same_v<decltype(sp::last<"L">(std::declval<x const&>())),
                   sp::at_last<"L", sp::strided_view<float const, strided<shape<B, D>, memory<B, gap<L>, D>>>>>);
static_assert(std::is_same_v<decltype(sp::last<"L">(std::declval<sp::meta_tensor<float, axis<"L">, D>>())),
                             sp::at_last<"L", sp::meta_tensor<float, D>>>);
static_assert(
    std::is_same_v<decltype(sp::unsqueeze<axis<"B", 1>>(std::declval<rows&>())), sp::view<float, axis<"B", 1>, L, D>>);

static_assert(sp::can_slice<x, "L", 0, 8> && sp::can_slice<sp::view<float, axis<"L">>, "L", 0, "L">);
static_assert(!sp::can_slice<x, "L", 0, 9>);                                                 // passes the end
static_assert(sp::can_select<x, "L"> && !sp::can_select<x, "S">);                            // no such axis
static_assert(sp::can_last<x, "L"> && !sp::can_last<sp::tensor<float, axis<"L", 0>>, "L">);  // no last position
static_assert(sp::can_unsqueeze<rows, axis<"B", 1>> && !sp::can_unsqueeze<rows, B>);         // two copies
