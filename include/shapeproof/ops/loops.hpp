// SPDX-License-Identifier: BSL-1.0
/// From shapes with names to the kernels' loops without names.
#pragma once

#include <shapeproof/cpu/loops.hpp>
#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof {

namespace detail {

template <class X, std::size_t Operands, std::size_t Rank, class... Axes>
constexpr void add_operand(cpu::loop_nest<Operands>& loops, bool (&known)[sizeof...(Axes) + 1], std::size_t operand,
                           walk<Rank> const& walk, shape<Axes...>) {
  constexpr std::size_t at[] = {position_of<X>(axis_name<Axes>)..., 0};
  for (std::size_t i = 0; i < sizeof...(Axes); ++i) {
    if (at[i] == not_found) continue;
    loops.at[i].step[operand] = walk.step[at[i]];
    if (!known[i]) loops.at[i].extent = walk.extent[at[i]];
    known[i] = true;
  }
}

template <class Shape, class... Operands, std::size_t... Ranks>
constexpr auto loops_of(walk<Ranks> const&... walks) {
  cpu::loop_nest<sizeof...(Operands)> result;
  result.rank = Shape::rank;
  bool known[Shape::rank + 1] = {};
  std::size_t operand = 0;
  (add_operand<Operands>(result, known, operand++, walks, Shape{}), ...);
  return result;
}
template <class Shape, class... Layouts>
inline constexpr auto static_loops = loops_of<Shape, shape_in<Layouts>...>(static_walk<Layouts>...);

}  // namespace detail

/// Loops over the axes of `Shape`, outermost first. An operand that lacks an axis stays where it is (step 0); the first
/// one that has it says how often the loop turns. Where no operand has symbols they are a constant. More than
/// `cpu::max_rank` axes do not compile.
template <class Shape, class... Operands>
decltype(auto) loops_over(Operands const&... operands) {
  static_assert(Shape::rank <= cpu::max_rank, "kernels loop over at most max_rank axes");
  if constexpr (((symbols_in<layout_of<Operands>>::count == 0) && ...))
    return (detail::static_loops<Shape, layout_of<Operands>...>);
  else
    return detail::loops_of<Shape, shape_of<Operands>...>(operands.walk()...);
}

namespace detail {
/// One loop over elements that lie side by side in every operand.
template <std::size_t Operands>
constexpr cpu::loop_nest<Operands> one_loop(std::size_t size) {
  cpu::loop_nest<Operands> result = {.rank = 1, .at = {{.extent = size}}};
  for (auto& step : result.at[0].step) step = 1;
  return result;
}
template <class Shape, std::size_t Operands>
inline constexpr auto static_loop = one_loop<Operands>(static_walk<Shape>.size());
}  // namespace detail

/// Loops over the elements of `Shape` in any order: a single one where all operands are dense and have that shape.
template <class Shape, class First, class... Rest>
decltype(auto) elementwise_loops(First const& first, Rest const&... rest) {
  constexpr std::size_t count = 1 + sizeof...(Rest);
  constexpr bool all_dense = std::is_same_v<layout_of<First>, Shape> && (std::is_same_v<layout_of<Rest>, Shape> && ...);
  if constexpr (!all_dense)
    return loops_over<Shape>(first, rest...);
  else if constexpr (symbols_in<Shape>::count == 0)
    return (detail::static_loop<Shape, count>);
  else
    return detail::one_loop<count>(first.size());
}

/// One loop over the axis at position `At` of `Shape`.
template <class Shape, std::size_t At, class... Operands>
cpu::loop<sizeof...(Operands)> loop_over(Operands const&... operands) {
  return loops_over<shape<type_at<Shape, At>>>(operands...).at[0];
}

/// A shape without the axes of these names.
template <class Shape, fixed_string... Names>
struct without {
  /// The axis, or nothing.
  template <class Axis>
  static constexpr auto kept() {
    if constexpr (((axis_name<Axis> == Names.view()) || ...))
      return shape<>{};
    else
      return shape<Axis>{};
  }
  /// All axes that stay.
  template <class... Axes>
  static constexpr auto all(shape<Axes...>) -> join<shape<>, decltype(kept<Axes>())...>;
  using type = decltype(all(Shape{}));  ///< the shape of those that stay
};

}  // namespace shapeproof
