// SPDX-License-Identifier: BSL-1.0
/// From shapes with names to the kernels' loops without names.
#pragma once

#include <shapeproof/cpu/loops.hpp>
#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>

namespace shapeproof {

namespace detail {

template <class X, class... Axes>
constexpr void set_extents_and_steps(cpu::loop<1>* loops, X const& operand, shape<Axes...>) {
  auto const walk = operand.walk();
  constexpr std::size_t at[] = {position_of<shape_of<X>>(axis_name<Axes>)..., 0};
  for (std::size_t i = 0; i < sizeof...(Axes); ++i)
    if (at[i] != not_found) loops[i] = {walk.extent[at[i]], {walk.step[at[i]]}};
}


}  // namespace detail

/// Loops over the axes of `Shape`, outermost first; an operand that lacks an axis stays where it is (step 0).
template <class Shape, class... Operands>
cpu::loop_nest<sizeof...(Operands)> loops_over(Operands const&... operands) {
  static_assert(Shape::rank <= cpu::max_rank, "kernels loop over at most max_rank axes");
  cpu::loop_nest<sizeof...(Operands)> result;
  result.rank = Shape::rank;
  std::size_t operand = 0;
  auto const add = [&](auto const& x) {
    cpu::loop<1> loops[Shape::rank + 1] = {};
    for (std::size_t i = 0; i < Shape::rank; ++i) loops[i].extent = not_found;
    detail::set_extents_and_steps(loops, x, Shape{});
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      if (loops[i].extent != not_found) result.at[i].extent = loops[i].extent;
      result.at[i].step[operand] = loops[i].step[0];
    }
    ++operand;
  };
  (add(operands), ...);
  return result;
}

/// One loop over the axis at position `At` of `Shape`.
template <class Shape, std::size_t At, class... Operands>
cpu::loop<sizeof...(Operands)> loop_over(Operands const&... operands) {
  return loops_over<shape<type_at<Shape, At>>>(operands...).at[0];
}

/// A shape without the axes of these names.
template <class Shape, fixed_string... Names>
struct without {
  template <class Axis>
  static constexpr auto kept() {
    if constexpr (((axis_name<Axis> == Names.view()) || ...))
      return shape<>{};
    else
      return shape<Axis>{};
  }
  template <class... Axes>
  static constexpr auto all(shape<Axes...>) -> join<shape<>, decltype(kept<Axes>())...>;
  using type = decltype(all(Shape{}));
};

}  // namespace shapeproof
