// SPDX-License-Identifier: BSL-1.0
/// Two descriptions of one memory, compared.
#include <shapeproof/interop/outline.hpp>

#include <cstddef>
#include <string_view>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::detail::outline;
using sp::detail::unknown;

using L = axis<"L">;
using D = axis<"D", 4>;
using F = axis<"F", 6>;

constexpr outline<2> rows = {{4, 6}, {6, 1}};
constexpr outline<2> columns = {{4, 6}, {1, 4}};
constexpr outline<2> anything = outline<2>::of_unknown();

// Same numbers agree, unknown ones agree with all.
static_assert(other_extent(rows, rows) == sp::not_found && other_stride(rows, rows) == sp::not_found);
static_assert(other_extent(rows, anything) == sp::not_found && other_stride(anything, rows) == sp::not_found);
static_assert(other_extent(rows, outline<2>{{4, 5}, {}}) == 1);
static_assert(other_stride(rows, columns) == 0);
// The stride of a single position is never used; nor any of no elements.
static_assert(other_stride(outline<2>{{1, 6}, {6, 1}}, outline<2>{{1, 6}, {99, 1}}) == sp::not_found);
static_assert(other_stride(outline<2>{{3, 0}, {6, 1}}, outline<2>{{3, 0}, {99, 7}}) == sp::not_found);

// What the compiler knows of a layout.
constexpr auto symbolic = sp::detail::known_in<shape<L, D>>;
static_assert(symbolic.extent[0] == unknown && symbolic.extent[1] == 4);
static_assert(symbolic.stride[0] == 4 && symbolic.stride[1] == 1);
constexpr auto outer = sp::detail::known_in<shape<D, L>>;
static_assert(outer.stride[0] == unknown && outer.stride[1] == 1);
constexpr auto turned = sp::detail::known_in<strided<shape<D, F>, memory<F, D>>>;
static_assert(turned.stride[0] == 1 && turned.stride[1] == 4);
constexpr auto padded = sp::detail::known_in<strided<shape<F, D>, memory<F, axis<"D", 8>>>>;
static_assert(padded.stride[0] == 8 && padded.stride[1] == 1);

constexpr std::string_view names[3] = {"D", "F"};
static_assert(found_text(rows, true).view() == " from [4, 6] with strides [6, 1]");
static_assert(found_text(rows, false).view() == " from [4, 6]");
static_assert(found_text(anything, true).view().empty());
static_assert(found_text(outline<2>{{unknown, 6}, {unknown, unknown}}, true).view() == " from [?, 6]");
static_assert(other_extent_text(names, rows, outline<2>{{4, 5}, {}}).view() ==
              "F=6 meets 5; declare the axis with 5, or pass what has 6");
static_assert(other_extent_text(names, rows, outline<2>{{6, 4}, {}}).view() ==
              "D=4 meets 6; the extents fit in the opposite order of axes");
static_assert(other_stride_text(names, rows, columns).view() ==
              "the stride of D is 6 by type and 1 in this memory; state its order and padding, memory<...>");
