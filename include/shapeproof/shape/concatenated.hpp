// SPDX-License-Identifier: BSL-1.0
/// Axes side by side in one, as the columns of several weights in a single matrix.
#pragma once

#include <shapeproof/shape/axis.hpp>
#include <shapeproof/shape/refusal.hpp>
#include <shapeproof/shape/shard.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// The type behind `concatenated`: either all axes are cut over the same ranks, or none.
template <class... Axes>
struct concatenated_axis {};

/// Whether an axis is one.
template <class Axis>
inline constexpr bool is_concatenated = false;
template <class... Axes>
inline constexpr bool is_concatenated<concatenated_axis<Axes...>> = true;

template <class... Axes>
inline constexpr bool is_sharded<concatenated_axis<Axes...>> = (is_sharded<Axes> || ...);
/// What a rank has of each axis is a piece of its own.
template <class... Axes>
inline constexpr bool is_sharded_inside<concatenated_axis<Axes...>> = (is_sharded<Axes> || ...);
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_name<concatenated_axis<A...>, concatenated_axis<B...>> = (same_name<A, B> && ...);
template <class... Axes>
inline constexpr bool is_static<concatenated_axis<Axes...>> = (is_static<Axes> && ...);

namespace detail {

template <class... Axes>
struct polynomial_of<concatenated_axis<Axes...>> {
  static constexpr polynomial value() { return (polynomial_of<Axes>::value() + ...); }
};
template <class... Axes>
struct static_extent_of<concatenated_axis<Axes...>> {
  static constexpr std::size_t value = (static_extent_of<Axes>::value + ...);
};
template <class... Axes>
struct name_of<concatenated_axis<Axes...>> {
  static constexpr text spelled = [] {
    text result = text::of("(");
    ((result.add(result.size > 1 ? "|" : "").add(name_of<Axes>::value)), ...);
    return result.add(")");
  }();
  static constexpr std::string_view value = spelled.view();
};
template <class... Axes>
struct whole_axis<concatenated_axis<Axes...>> {
  using type = concatenated_axis<typename whole_axis<Axes>::type...>;
};
template <class First, class... Rest>
struct meshes_of_axis<concatenated_axis<First, Rest...>> : meshes_of_axis<First> {};

template <class First, class... Rest>
struct cut_in_other_ways {
  static constexpr text operation() { return text::of("concatenated"); }
  static constexpr text operands() {
    text result = axis_text<First>();
    (result.add(" | ").add(axis_text<Rest>()), ...);
    return result;
  }
  static constexpr text reason() {
    return text::of("they are not all cut over the same ranks; shard all of them over one mesh, or none");
  }
};
template <class First, class... Rest>
inline constexpr bool are_cut_alike =
    (std::is_same_v<typename meshes_of_axis<First>::type, typename meshes_of_axis<Rest>::type> && ...);

/// What is refused is the concatenation of the whole axes: what uses it gives no second error.
template <class... Axes>
constexpr auto concatenated_or_refused() {
  if constexpr (are_cut_alike<Axes...>)
    return type_is<concatenated_axis<Axes...>>{};
  else
    return type_is<std::conditional_t<sizeof(accepted<refused<cut_in_other_ways<Axes...>>>) == 0, void,
                                      concatenated_axis<whole<Axes>...>>>{};
}

}  // namespace detail

/// Axes side by side in one, such as `(Q|K|V)`: its extent is their sum. It is no sequence of equal parts, so it does
/// not shard; each of its axes does, and then all do. Refused: axes that are not all cut over the same ranks.
template <class... Axes>
using concatenated = typename decltype(detail::concatenated_or_refused<Axes...>())::type;

}  // namespace shapeproof
