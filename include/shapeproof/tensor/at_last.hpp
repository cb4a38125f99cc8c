// SPDX-License-Identifier: BSL-1.0
/// Which position a tensor comes from, where that is the last one.
#pragma once

#include <shapeproof/core/fixed_string.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/shape/shape.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof {

template <fixed_string Axis, class X>
class at_last;

namespace detail {

template <fixed_string Axis, class X>
struct traits<at_last<Axis, X>> : traits<X> {};
template <fixed_string Axis, class X>
inline constexpr bool is_tensor_type<at_last<Axis, X>> = true;

template <class X>
inline constexpr bool is_marked = false;
template <fixed_string Axis, class X>
inline constexpr bool is_marked<at_last<Axis, X>> = true;

/// Whether a tensor type has a mark of any kind.
template <class X>
inline constexpr bool has_marks = false;
template <fixed_string Axis, class X>
inline constexpr bool has_marks<at_last<Axis, X>> = true;

/// Whether a tensor type can be marked: one with a mark of another kind has this one inside.
template <class X>
inline constexpr bool takes_mark = !has_marks<X>;
template <fixed_string Axis, class X>
inline constexpr bool takes_mark<at_last<Axis, X>> = takes_mark<X>;

/// `Result` with the marks of an operand, outermost first; a mark of an axis that the result has again is dropped.
template <class Result, class Operand>
struct marks_kept {
  using type = Result;
};
template <class Result, fixed_string Axis, class X>
struct marks_kept<Result, at_last<Axis, X>> {
  using inner = typename marks_kept<Result, X>::type;
  using type = std::conditional_t<position_of<shape_of<Result>>(Axis.view()) == not_found, at_last<Axis, inner>, inner>;
};

template <bool Marked, class Result, class... Operands>
struct first_marks_kept {
  using type = Result;
};
template <class Result, class First, class... Rest>
struct first_marks_kept<true, Result, First, Rest...>
    : std::conditional_t<is_marked<First>, marks_kept<Result, First>, first_marks_kept<true, Result, Rest...>> {};

}  // namespace detail

template <fixed_string Axis, class X>
inline constexpr bool is_meta<at_last<Axis, X>> = is_meta<X>;

/// `Result` with the marks of the first operand that has one.
template <class Result, class... Operands>
using marked_as = typename detail::first_marks_kept<(detail::is_marked<std::remove_cvref_t<Operands>> || ...) &&
                                                        !std::is_same_v<Result, poisoned>,
                                                    Result, std::remove_cvref_t<Operands>...>::type;

/// Whether `X` is the last position along `Axis`.
template <class X, fixed_string Axis>
inline constexpr bool is_at_last = false;
template <fixed_string Marked, class X, fixed_string Axis>
inline constexpr bool is_at_last<at_last<Marked, X>, Axis> = Marked.view() == Axis.view() || is_at_last<X, Axis>;

namespace detail {
/// Stands where the tensor of a refused one would be.
template <class X>
X no_tensor();

template <fixed_string Axis, bool TakesMark>
struct no_last_position {
  static constexpr text reason() {
    if constexpr (TakesMark)
      return text::of("nothing says that it is the last position of ", Axis.view(), ", which comes from last<",
                      Axis.view(), ">");
    else
      return text::of("the mark of a last position lies inside of a sum over ranks and of rows with ends");
  }
};
}  // namespace detail

/// A tensor `X` without the axis `Axis`, of which it has the last position. What is computed from it has the mark too:
/// shapes alone do not tell the last position's logits from the first one's. It says that `last` took the position, of
/// whatever it was given: the last one of a slice is one too. In `partial<Mesh, at_last<Axis, X>>` it lies inside.
template <fixed_string Axis, class X>
class at_last : public X {
 public:
  /// What an `X` is made of, other than a tensor: elements of the last position.
  template <class... Arguments>
    requires(detail::takes_mark<X> && ... && !any_tensor<Arguments>) && std::is_constructible_v<X, Arguments...>
  constexpr explicit at_last(Arguments&&... arguments) : X(std::forward<Arguments>(arguments)...) {}
  /// From a last position of the same axis, as an `X` from it. Refused: any other tensor.
  template <class Y>
    requires(any_tensor<Y> && !is_poisoned<Y> && !std::is_same_v<std::remove_cvref_t<Y>, at_last>)
  constexpr at_last(Y&& y) : X(from_last(std::forward<Y>(y))) {}

 private:
  template <class Y>
  static constexpr X from_last(Y&& y) {
    using reason = detail::no_last_position<Axis, detail::takes_mark<X>>;
    if constexpr (detail::takes_mark<X> && is_at_last<std::remove_cvref_t<Y>, Axis>) {
      return X(std::forward<Y>(y));
    } else {
      (void)accepted<rules::refuse<"at_last", reason, shape_of<Y>>>{};
      return detail::no_tensor<X>();
    }
  }
};

}  // namespace shapeproof
