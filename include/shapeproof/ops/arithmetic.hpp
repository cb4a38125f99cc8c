// SPDX-License-Identifier: BSL-1.0
/// Elementwise arithmetic, broadcast by name.
#pragma once

#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/broadcast.hpp>

namespace shapeproof {

template <class A, class B>
concept can_add = accepts<rules::broadcast_rule<"+">, A, B>;
template <class A, class B>
concept can_subtract = accepts<rules::broadcast_rule<"-">, A, B>;
template <class A, class B>
concept can_multiply = accepts<rules::broadcast_rule<"*">, A, B>;

namespace detail {

template <fixed_string Operation, cpu::binary Kernel, class A, class B>
constexpr auto elementwise(A const& a, B const& b) -> computed<float, rules::broadcast_rule<Operation>, A, B> {
  using result_type = computed<float, rules::broadcast_rule<Operation>, A, B>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<Operation, result_type, cost_of<1, shape_of<result_type>, result_type, A, B>>(
        [](auto& result, auto const& left, auto const& right) {
          cpu::elementwise(Kernel, left.data(), right.data(), result.data(),
                           loops_over<shape_of<result_type>>(left, right, result));
        },
        a, b);
}

template <class X>
using same_shape = computed<float, rules::broadcast_rule<"*">, X, X>;

}  // namespace detail

/// `[B, L, D] + [B, L, D]`, `[B, L, D] + [D]` -> `[B, L, D]`.
template <any_tensor A, any_tensor B>
constexpr auto operator+(A const& a, B const& b) -> computed<float, rules::broadcast_rule<"+">, A, B> {
  return detail::elementwise<"+", cpu::binary::add>(a, b);
}

/// `[B, L, D] - [B, L, D]`, `[B, L, D] - [D]` -> `[B, L, D]`.
template <any_tensor A, any_tensor B>
constexpr auto operator-(A const& a, B const& b) -> computed<float, rules::broadcast_rule<"-">, A, B> {
  return detail::elementwise<"-", cpu::binary::subtract>(a, b);
}

/// `[B, L, D] * [B, L, D]`, `[B, L, D] * [D]` -> `[B, L, D]`, element by element.
template <any_tensor A, any_tensor B>
constexpr auto operator*(A const& a, B const& b) -> computed<float, rules::broadcast_rule<"*">, A, B> {
  return detail::elementwise<"*", cpu::binary::multiply>(a, b);
}

/// Every element times a number.
template <any_tensor X>
constexpr auto operator*(X const& x, float factor) -> detail::same_shape<X> {
  using result_type = detail::same_shape<X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"scale", result_type, cost_of<1, shape_of<X>, result_type, X>>(
        [factor](auto& result, auto const& from) {
          cpu::scale(from.data(), factor, result.data(), loops_over<shape_of<X>>(from, result));
        },
        x);
}

template <any_tensor X>
constexpr auto operator*(float factor, X const& x) -> detail::same_shape<X> {
  return x * factor;
}

template <any_tensor X>
constexpr auto operator/(X const& x, float divisor) -> detail::same_shape<X> {
  return x * (1.0F / divisor);
}

}  // namespace shapeproof
