// SPDX-License-Identifier: BSL-1.0
/// Activation functions: of each element, so the shape stays.
#pragma once

#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>

namespace shapeproof {

namespace detail {

template <fixed_string Operation, cpu::unary Kernel, class X>
constexpr auto activated(X const& x) -> computed<float, rules::contiguous_rule, X> {
  using result_type = computed<float, rules::contiguous_rule, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<Operation, result_type, cost_of<5, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          cpu::elementwise(Kernel, from.data(), result.data(), loops_over<shape_of<X>>(from, result));
        },
        x);
}

}  // namespace detail

/// `x/2 * (1 + erf(x / sqrt 2))`, the exact form. Hendrycks and Gimpel, 2016 (arXiv:1606.08415).
constexpr auto gelu(any_tensor auto const& x) { return detail::activated<"gelu", cpu::unary::gelu>(x); }

/// `x/2 * (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))`: what GPT-2 computes instead of the exact form, from the same
/// paper.
constexpr auto gelu_tanh(any_tensor auto const& x) { return detail::activated<"gelu_tanh", cpu::unary::gelu_tanh>(x); }

/// `x / (1 + exp(-x))`. Elfwing et al., 2017 (arXiv:1702.03118).
constexpr auto silu(any_tensor auto const& x) { return detail::activated<"silu", cpu::unary::silu>(x); }

}  // namespace shapeproof
