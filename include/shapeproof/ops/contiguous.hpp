// SPDX-License-Identifier: BSL-1.0
/// Dense copies.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof {

namespace rules {
/// `[B, H, L, Dk] -> [B, H, L, Dk]`: any layout becomes dense, in the order of its axes. Nothing is refused.
struct contiguous_rule {
  using placement = keeps_sums;                       ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "contiguous";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    return Shape{};
  }
};
}  // namespace rules

/// Whether `contiguous(x)` is accepted: of every tensor.
template <class X>
concept can_contiguous = accepts<rules::contiguous_rule, X>;

/// A dense copy in the order of the type's axes: `[B, H, L, Dk]` in any memory order -> `[B, H, L, Dk]` in this one.
/// For elements of any type; nothing is refused. What expires and lies in that order already, but for axes of extent 1,
/// is not copied.
template <any_tensor X>
constexpr auto contiguous(X&& x) -> computed<element_of<X>, rules::contiguous_rule, X> {
  using result_type = computed<element_of<X>, rules::contiguous_rule, X>;
  using plain = std::remove_cvref_t<X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (!std::is_reference_v<X> && detail::view_kind<X> != detail::kind::borrower &&
                       has_dense_elements<layout_of<X>>) {
    return relabel<"contiguous", result_type>(std::forward<X>(x));
  } else if constexpr (is_meta<result_type>) {
    return detail::traced<"contiguous", result_type, cost_of<0, shape<>, result_type, plain>>(x);
  } else {
    using shape = shape_of<X>;
    result_type result(uninitialized, narrowed<symbols_in<shape>>(x.symbols()));
    cpu::copy(x.data(), result.data(), sizeof(element_of<X>), loops_over<shape>(x, result));
    return result;
  }
}

}  // namespace shapeproof
