// SPDX-License-Identifier: BSL-1.0
/// Shapes as Boost.Hana sequences: Foldable, Iterable (and with it Searchable), Comparable. The elements are
/// `hana::type`s of the axes.
#pragma once

#include <shapeproof/core/pack.hpp>
#include <shapeproof/shape/shape.hpp>

#include <boost/hana/bool.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/core/tag_of.hpp>
#include <boost/hana/fwd/drop_front.hpp>
#include <boost/hana/fwd/is_empty.hpp>
#include <boost/hana/fwd/length.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/type.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof {
/// The tag by which Boost.Hana knows shapes.
struct shape_tag {};
}  // namespace shapeproof

namespace boost::hana {

template <class... Axes>
struct tag_of<shapeproof::shape<Axes...>> {
  using type = shapeproof::shape_tag;
};

/// Foldable: `unpack(shape, f)` is `f(type<Axes>...)`.
template <>
struct unpack_impl<shapeproof::shape_tag> {
  template <class... Axes, class F>
  static constexpr decltype(auto) apply(shapeproof::shape<Axes...>, F&& f) {
    return static_cast<F&&>(f)(type_c<Axes>...);
  }
};
template <>
struct length_impl<shapeproof::shape_tag> {
  template <class... Axes>
  static constexpr auto apply(shapeproof::shape<Axes...>) {
    return size_c<sizeof...(Axes)>;
  }
};

/// Iterable.
template <>
struct at_impl<shapeproof::shape_tag> {
  template <class... Axes, class N>
  static constexpr auto apply(shapeproof::shape<Axes...>, N) {
    return type_c<shapeproof::type_at<shapeproof::shape<Axes...>, N::value>>;
  }
};
template <>
struct drop_front_impl<shapeproof::shape_tag> {
  template <class... Axes, class N>
  static constexpr auto apply(shapeproof::shape<Axes...>, N) {
    constexpr std::size_t rank = sizeof...(Axes);
    constexpr std::size_t from = static_cast<std::size_t>(N::value) < rank ? static_cast<std::size_t>(N::value) : rank;
    return shapeproof::range_of<shapeproof::shape<Axes...>, from, rank>{};
  }
};
template <>
struct is_empty_impl<shapeproof::shape_tag> {
  template <class... Axes>
  static constexpr auto apply(shapeproof::shape<Axes...>) {
    return bool_c < sizeof...(Axes) == 0 > ;
  }
};

/// Comparable: equal shapes are one type.
template <>
struct equal_impl<shapeproof::shape_tag, shapeproof::shape_tag> {
  template <class A, class B>
  static constexpr auto apply(A, B) {
    return bool_c<std::is_same_v<A, B>>;
  }
};

}  // namespace boost::hana
