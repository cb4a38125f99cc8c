// SPDX-License-Identifier: BSL-1.0
/// mdspans and typed views: static extents stay static, both ways. Empty where the standard library has no mdspan.
#include <version>
#if defined(__cpp_lib_mdspan)
#include <shapeproof/interop/mdspan.hpp>

#include <cstddef>
#include <mdspan>
#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L">;
using D = axis<"D", 5200>;

template <class M, class... Stated>
using seen = decltype(sp::from_mdspan<Stated...>(std::declval<M>()));
template <class X, class Index = std::size_t>
using span = decltype(sp::to_mdspan<Index>(std::declval<X>()));
using some_rows = std::extents<std::size_t, std::dynamic_extent, 5200>;
using turned = strided<shape<L, D>, memory<D, L>>;
using wide = strided<shape<L, D>, memory<L, axis<"D", 6000>>>;

static_assert(std::is_same_v<seen<std::mdspan<float, some_rows>, L, D>, sp::view<float, L, D>>);
static_assert(std::is_same_v<seen<std::mdspan<float const, std::dextents<int, 2>>, L, D>, sp::view<float const, L, D>>);
static_assert(
    std::is_same_v<seen<std::mdspan<float, some_rows, std::layout_left>, L, D>, sp::strided_view<float, turned>>);
static_assert(std::is_same_v<seen<std::mdspan<float, some_rows, std::layout_stride>, L, D>, sp::view<float, L, D>>);
static_assert(std::is_same_v<seen<std::mdspan<float, some_rows, std::layout_stride>, memory<L, axis<"D", 6000>>, L, D>,
                             sp::strided_view<float, wide>>);

static_assert(std::is_same_v<span<sp::tensor<float, L, D>&>, std::mdspan<float, some_rows>>);
static_assert(std::is_same_v<span<sp::tensor<float, L, D> const&>, std::mdspan<float const, some_rows>>);
static_assert(std::is_same_v<span<sp::strided_view<float, turned>>, std::mdspan<float, some_rows, std::layout_left>>);
static_assert(std::is_same_v<span<sp::strided_view<float, wide>>, std::mdspan<float, some_rows, std::layout_stride>>);
static_assert(std::is_same_v<span<sp::view<float, D>, int>, std::mdspan<float, std::extents<int, 5200>>>);
#endif
