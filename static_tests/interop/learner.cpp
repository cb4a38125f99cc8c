// SPDX-License-Identifier: BSL-1.0
/// Symbols learnt from extents and strides.
#include <shapeproof/interop/learner.hpp>

#include <cstddef>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;
using sp::detail::learner;
using sp::detail::outline;

using L = axis<"L">;
using D = axis<"D", 4>;
using wide = memory<L, axis<"D", "width">>;

template <class Layout, std::size_t Rank>
constexpr std::size_t first_value(outline<Rank> const& there) {
  learner<Layout> result;
  result.learn_from_extents(there);
  result.learn_from_strides(there, there);
  return result.first_unknown() == sp::not_found ? result.values.at[0] : sp::not_found;
}

static_assert(first_value<shape<L, D>>(outline<2>{{7, 4}, {4, 1}}) == 7);
static_assert(first_value<shape<axis<"S", "past+1">>>(outline<1>{{9}, {1}}) == 8);
static_assert(first_value<shape<axis<"R", "2*L">>>(outline<1>{{9}, {1}}) == 4);  // 8 is not 9, which is found later
static_assert(first_value<shape<axis<"R", "9-L">>>(outline<1>{{2}, {1}}) == 7);
static_assert(first_value<shape<axis<"S", "past+1">>>(outline<1>{{0}, {1}}) == 0);
static_assert(first_value<shape<axis<"R", "B*H">>>(outline<1>{{6}, {1}}) == sp::not_found);
// L is the second symbol, past the first: 9 - 7.
static_assert(first_value<shape<L, axis<"S", "past+L">>>(outline<2>{{7, 9}, {9, 1}}) == 7);
static_assert(learner<shape<L, axis<"S", "past+L">>>::symbols::count == 2);

/// The width of rows: L is the first symbol, width the second.
constexpr std::size_t width(outline<2> const& there) {
  learner<strided<shape<L, D>, wide>> result;
  result.learn_from_extents(there);
  result.learn_from_strides(there, there);
  return result.values.at[1];
}
static_assert(width({{3, 4}, {8, 1}}) == 8);
static_assert(width({{1, 4}, {99, 1}}) == 4);  // the stride of one row says nothing
