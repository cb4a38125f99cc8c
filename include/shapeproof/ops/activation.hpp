// SPDX-License-Identifier: BSL-1.0
/// Activation functions: of each element, so the shape stays. What is computed from a tensor that expires lies in its
/// place.
#pragma once

#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/in_place.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>

#include <type_traits>
#include <utility>

namespace shapeproof {

namespace rules {
/// `[...] -> [...]`: the shape stays. No shape is refused; it is linear in nothing.
template <fixed_string Operation>
struct activation_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    return Shape{};
  }
};
}  // namespace rules

/// Whether `gelu(x)`, `gelu_tanh(x)` and `silu(x)` are accepted.
template <class X>
concept can_activate = accepts<rules::activation_rule<"activation">, X>;

namespace detail {

template <fixed_string Operation, cpu::unary Kernel, class X>
constexpr auto activated(X&& x) -> computed<float, rules::activation_rule<Operation>, X> {
  using result_type = computed<float, rules::activation_rule<Operation>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute_in_place<Operation, result_type, cost_of<5, shape_of<X>, result_type, std::remove_cvref_t<X>>>(
        [](auto& result, auto const& from) {
          cpu::elementwise(Kernel, from.data(), result.data(), elementwise_loops<shape_of<X>>(from, result));
        },
        std::forward<X>(x));
}

}  // namespace detail

/// `[...] -> [...]`: `x/2 * (1 + erf(x / sqrt 2))`, the exact form. Elements that are not float are refused. Hendrycks
/// and Gimpel, 2016 (arXiv:1606.08415).
template <any_tensor X>
constexpr auto gelu(X&& x) {
  return detail::activated<"gelu", cpu::unary::gelu>(std::forward<X>(x));
}

/// `[...] -> [...]`: `x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))`: what GPT-2 computes instead of the exact form.
/// Elements that are not float are refused. Hendrycks and Gimpel, 2016 (arXiv:1606.08415).
template <any_tensor X>
constexpr auto gelu_tanh(X&& x) {
  return detail::activated<"gelu_tanh", cpu::unary::gelu_tanh>(std::forward<X>(x));
}

/// `[...] -> [...]`: `x / (1 + exp(-x))`. Elements that are not float are refused. Elfwing et al., 2017
/// (arXiv:1702.03118).
template <any_tensor X>
constexpr auto silu(X&& x) {
  return detail::activated<"silu", cpu::unary::silu>(std::forward<X>(x));
}

}  // namespace shapeproof
