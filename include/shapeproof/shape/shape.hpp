// SPDX-License-Identifier: BSL-1.0
/// A shape: ordered axes with distinct names.
#pragma once

#include <shapeproof/core/pack.hpp>
#include <shapeproof/shape/axis.hpp>
#include <shapeproof/shape/concatenated.hpp>
#include <shapeproof/shape/shard.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// Ordered axes, outermost first. A value of this type holds nothing: rules compute with the type.
template <class... Axes>
struct shape {
  static constexpr std::size_t rank = sizeof...(Axes);  ///< how many axes there are
};

/// Whether both have the same axes in the same order.
template <class... A, class... B>
constexpr bool operator==(shape<A...>, shape<B...>) {
  return std::is_same_v<shape<A...>, shape<B...>>;
}

namespace detail {
template <class List>
struct names_of;
template <template <class...> class List, class... Axes>
struct names_of<List<Axes...>> {
  static constexpr std::string_view value[sizeof...(Axes) + 1] = {axis_name<Axes>...};
};
}  // namespace detail

/// Returned where no axis has the name.
inline constexpr std::size_t not_found = static_cast<std::size_t>(-1);

/// The position of the axis with this name in a list of axes, or `not_found`.
template <class List>
constexpr std::size_t position_of(std::string_view name) {
  for (std::size_t i = 0; i < list_size<List>; ++i)
    if (detail::names_of<List>::value[i] == name) return i;
  return not_found;
}

/// Whether a shape has this very axis.
template <class Axis, class Shape>
inline constexpr bool has_axis = false;
template <class Axis, class... Axes>
inline constexpr bool has_axis<Axis, shape<Axes...>> = (std::is_same_v<Axis, Axes> || ...);

/// Whether all names of a list of axes differ.
template <class List>
constexpr bool names_are_distinct() {
  for (std::size_t i = 0; i + 1 < list_size<List>; ++i)
    for (std::size_t j = i + 1; j < list_size<List>; ++j)
      if (detail::names_of<List>::value[i] == detail::names_of<List>::value[j]) return false;
  return true;
}

/// The first name that occurs twice, or nothing.
template <class List>
constexpr std::string_view repeated_name() {
  for (std::size_t i = 0; i + 1 < list_size<List>; ++i)
    for (std::size_t j = i + 1; j < list_size<List>; ++j)
      if (detail::names_of<List>::value[i] == detail::names_of<List>::value[j]) return detail::names_of<List>::value[i];
  return {};
}

/// `[B=1, L=7, (H Dk)=5200]`.
template <class... Axes>
constexpr text to_text(shape<Axes...>) {
  text result = text::of("[");
  bool first = true;
  (((first ? result : result.add(", ")).add(axis_text<Axes>()), first = false), ...);
  return result.add("]");
}

}  // namespace shapeproof
