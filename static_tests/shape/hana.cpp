// SPDX-License-Identifier: BSL-1.0
/// Boost.Hana's algorithms work on shapes.
#include <shapeproof/shape/hana.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/contains.hpp>
#include <boost/hana/count.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/front.hpp>
#include <boost/hana/is_empty.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/not_equal.hpp>
#include <boost/hana/unpack.hpp>

#include <type_traits>

namespace sp = shapeproof;
namespace hana = boost::hana;
using sp::axis;
using sp::shape;

using H = axis<"H", 8>;
using S = axis<"S", 8>;
using Dk = axis<"Dk", 5>;
constexpr shape<H, S, Dk> x;

struct to_shape {
  template <class... Axes>
  constexpr shape<Axes...> operator()(hana::basic_type<Axes>...) const {
    return {};
  }
};

// Foldable: unpacking a shape gives its axes, in order.
static_assert(hana::unpack(x, to_shape{}) == x);
static_assert(hana::length(x) == hana::size_c<3>);

// Iterable: the first and the rest are the whole.
static_assert(hana::at(x, hana::size_c<1>) == hana::type_c<S>);
static_assert(hana::front(x) == hana::type_c<H>);
static_assert(hana::drop_front(x) == shape<S, Dk>{});
static_assert(hana::drop_front(x, hana::size_c<5>) == shape<>{});
static_assert(hana::is_empty(shape<>{}) && !hana::is_empty(x));

// Searchable.
static_assert(hana::contains(x, hana::type_c<S>));
static_assert(!hana::contains(x, hana::type_c<axis<"S", 9>>));

// Comparable.
static_assert(hana::equal(x, shape<H, S, Dk>{}));
static_assert(hana::not_equal(x, shape<S, H, Dk>{}));
