// SPDX-License-Identifier: BSL-1.0
/// How a shape lies in memory, as a type.
#pragma once

#include <shapeproof/shape/shape.hpp>

#include <cstddef>

namespace shapeproof {

/// Axes in memory order, outermost first, with the extents they were allocated with.
template <class... Slots>
struct memory {};

/// A stretch of memory that the shape steps over: what `select` leaves behind.
template <class Axis>
struct gap {};

/// A shape over memory that is in another order or wider: its axis A moves by the product of the slots after A's slot.
/// A `shape` on its own is dense: its memory is its axes, in order. `[L, H]` transposed is
/// `strided<shape<H, L>, memory<L, H>>`.
template <class Shape, class Memory>
struct strided {};

namespace detail {

template <class Axis>
struct name_of<gap<Axis>> {
  static constexpr std::string_view value = {};
};

template <class Layout>
struct layout_parts;
template <class... Axes>
struct layout_parts<shape<Axes...>> {
  using visible = shape<Axes...>;
  using slots = memory<Axes...>;
};
template <class Shape, class Memory>
struct layout_parts<strided<Shape, Memory>> {
  using visible = Shape;
  using slots = Memory;
};

template <class Shape, class Memory>
struct simplest_layout {
  using type = strided<Shape, Memory>;
};
template <class... Axes>
struct simplest_layout<shape<Axes...>, memory<Axes...>> {
  using type = shape<Axes...>;
};
/// Nothing lies outside the outermost slot, so neither a gap there nor its allocated extent matters.
template <class Shape, class Memory>
struct outermost_fitted {
  using type = Memory;
};
template <class Shape, class First, class... Rest>
struct outermost_fitted<Shape, memory<First, Rest...>> {
  static constexpr std::size_t at = position_of<Shape>(axis_name<First>);
  static constexpr auto fit() {
    if constexpr (at == not_found)
      return type_is<memory<First, Rest...>>{};
    else
      return type_is<memory<type_at<Shape, at>, Rest...>>{};
  }
  using type = typename decltype(fit())::type;
};
template <class Shape, class Axis, class... Rest>
struct outermost_fitted<Shape, memory<gap<Axis>, Rest...>> : outermost_fitted<Shape, memory<Rest...>> {};

}  // namespace detail

/// The axes that one sees, a `shape`.
template <class Layout>
using shape_in = typename detail::layout_parts<Layout>::visible;

/// The slots that they lie in, a `memory`.
template <class Layout>
using memory_in = typename detail::layout_parts<Layout>::slots;

/// Shape and memory as the simplest layout type: a `shape` where it is dense.
template <class Shape, class Memory>
using layout_from =
    typename detail::simplest_layout<Shape, typename detail::outermost_fitted<Shape, Memory>::type>::type;

/// Whether a layout is a `shape` on its own.
template <class Layout>
inline constexpr bool is_dense = false;
template <class... Axes>
inline constexpr bool is_dense<shape<Axes...>> = true;

namespace detail {
template <class Slot>
struct but_for_units {
  using type = shape<Slot>;
};
template <class Axis>
  requires is_static<Axis>
struct but_for_units<Axis> {
  using type = std::conditional_t<static_extent<Axis> == 1, shape<>, shape<Axis>>;
};
template <class Axis>
struct but_for_units<gap<Axis>> {
  using type = shape<gap<Axis>>;
};
template <class Layout>
struct order_of_elements;
template <class... Axes, class... Slots>
struct order_of_elements<strided<shape<Axes...>, memory<Slots...>>> {
  static constexpr bool is_dense = std::is_same_v<join<shape<>, typename but_for_units<Axes>::type...>,
                                                  join<shape<>, typename but_for_units<Slots>::type...>>;
};
template <class... Axes>
struct order_of_elements<shape<Axes...>> {
  static constexpr bool is_dense = true;
};
}  // namespace detail

/// Whether the elements lie side by side in the order of the axes: the layout is dense, or only axes of extent 1 lie
/// elsewhere.
template <class Layout>
inline constexpr bool has_dense_elements = detail::order_of_elements<Layout>::is_dense;

/// The slots as text, for messages: `memory order L, H, Dk`.
template <class... Slots>
constexpr text to_text(memory<Slots...>) {
  text result;
  bool first = true;
  auto add = [&](std::string_view name) {
    if (!first) result.add(", ");
    first = false;
    result.add(name.empty() ? std::string_view{"(gap)"} : name);
  };
  (add(axis_name<Slots>), ...);
  return result;
}

/// The axes that one sees: `[B=1, H=8, L=7]`.
template <class Shape, class Memory>
constexpr text to_text(strided<Shape, Memory>) {
  return to_text(Shape{});
}

}  // namespace shapeproof
