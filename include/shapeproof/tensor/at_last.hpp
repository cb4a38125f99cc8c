// SPDX-License-Identifier: BSL-1.0
/// Which position a tensor comes from, where that is the last one.
#pragma once

#include <shapeproof/core/fixed_string.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof {

/// A tensor `X` without the axis `Axis`, of which it has the last position. What is computed from it has the mark too:
/// shapes alone do not tell the last position's logits from the first one's.
template <fixed_string Axis, class X>
class at_last : public X {
 public:
  using X::X;
};

namespace detail {

template <fixed_string Axis, class X>
struct traits<at_last<Axis, X>> : traits<X> {};
template <fixed_string Axis, class X>
inline constexpr bool is_tensor_type<at_last<Axis, X>> = true;

template <class X>
inline constexpr bool is_marked = false;
template <fixed_string Axis, class X>
inline constexpr bool is_marked<at_last<Axis, X>> = true;

template <bool Marked, class Result, class... Operands>
struct mark_kept {
  using type = Result;
};
template <class Result, class First, class... Rest>
struct mark_kept<true, Result, First, Rest...> : mark_kept<true, Result, Rest...> {};
template <class Result, fixed_string Axis, class X, class... Rest>
struct mark_kept<true, Result, at_last<Axis, X>, Rest...> {
  using type = at_last<Axis, Result>;
};

}  // namespace detail

template <fixed_string Axis, class X>
inline constexpr bool is_meta<at_last<Axis, X>> = is_meta<X>;

/// `Result` with the mark of the first operand that has one.
template <class Result, class... Operands>
using marked_as = typename detail::mark_kept<(detail::is_marked<std::remove_cvref_t<Operands>> || ...) &&
                                                 !std::is_same_v<Result, poisoned>,
                                             Result, std::remove_cvref_t<Operands>...>::type;

/// Whether `X` is the last position along `Axis`.
template <class X, fixed_string Axis>
inline constexpr bool is_at_last = false;
template <fixed_string Axis, class X>
inline constexpr bool is_at_last<at_last<Axis, X>, Axis> = true;

}  // namespace shapeproof
