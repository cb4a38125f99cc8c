// SPDX-License-Identifier: BSL-1.0
/// Elementwise arithmetic, broadcast by name. What is computed from a tensor that expires lies in its place.
#pragma once

#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/in_place.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/broadcast.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof {

/// Whether `a + b` is accepted.
template <class A, class B>
concept can_add = accepts<rules::broadcast_rule<"+">, A, B>;
/// Whether `a - b` is accepted.
template <class A, class B>
concept can_subtract = accepts<rules::broadcast_rule<"-">, A, B>;
/// Whether `a * b` is accepted.
template <class A, class B>
concept can_multiply = accepts<rules::broadcast_rule<"*">, A, B>;

namespace detail {

template <fixed_string Operation, cpu::binary Kernel, class A, class B>
constexpr auto elementwise(A&& a, B&& b) -> computed<float, rules::broadcast_rule<Operation>, A, B> {
  using result_type = computed<float, rules::broadcast_rule<Operation>, A, B>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<
        Operation, result_type,
        cost_of<1, shape_of<result_type>, result_type, std::remove_cvref_t<A>, std::remove_cvref_t<B>>>(
        [](auto& result, auto const& left, auto const& right) {
          cpu::elementwise(Kernel, left.data(), right.data(), result.data(),
                           elementwise_loops<shape_of<result_type>>(left, right, result));
        },
        std::forward<A>(a), std::forward<B>(b));
}

template <class X>
using same_shape = computed<float, rules::contiguous_rule, X>;

}  // namespace detail

/// `[B, L, D] + [B, L, D]`, `[B, L, D] + [D]` -> `[B, L, D]`: broadcast by name. Refused where no side has all axes of
/// the other in its order. Throws `shape_error` where a symbol has two values.
template <any_tensor A, any_tensor B>
constexpr auto operator+(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"+">, A, B> {
  return detail::elementwise<"+", cpu::binary::add>(std::forward<A>(a), std::forward<B>(b));
}

/// `[B, L, D] - [B, L, D]`, `[B, L, D] - [D]` -> `[B, L, D]`. Refused and thrown as by `+`.
template <any_tensor A, any_tensor B>
constexpr auto operator-(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"-">, A, B> {
  return detail::elementwise<"-", cpu::binary::subtract>(std::forward<A>(a), std::forward<B>(b));
}

/// `[B, L, D] * [B, L, D]`, `[B, L, D] * [D]` -> `[B, L, D]`, element by element. Refused and thrown as by `+`.
template <any_tensor A, any_tensor B>
constexpr auto operator*(A&& a, B&& b) -> computed<float, rules::broadcast_rule<"*">, A, B> {
  return detail::elementwise<"*", cpu::binary::multiply>(std::forward<A>(a), std::forward<B>(b));
}

/// `[...] * number -> [...]`. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator*(X&& x, float factor) -> detail::same_shape<X> {
  using result_type = detail::same_shape<X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<"scale", result_type, cost_of<1, shape_of<X>, result_type, std::remove_cvref_t<X>>>(
        [factor](auto& result, auto const& from) {
          cpu::scale(from.data(), factor, result.data(), elementwise_loops<shape_of<X>>(from, result));
        },
        std::forward<X>(x));
}

/// `number * [...] -> [...]`. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator*(float factor, X&& x) -> detail::same_shape<X> {
  return std::forward<X>(x) * factor;
}

/// `[...] / number -> [...]`, times its reciprocal. Elements that are not float are refused.
template <any_tensor X>
constexpr auto operator/(X&& x, float divisor) -> detail::same_shape<X> {
  return std::forward<X>(x) * (1.0F / divisor);
}

}  // namespace shapeproof
