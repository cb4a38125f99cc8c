// SPDX-License-Identifier: BSL-1.0
/// The GELU activation.
#pragma once

#include <shapeproof/cpu/elementwise.hpp>
#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>

namespace shapeproof {

/// `x/2 * (1 + erf(x / sqrt 2))` of each element; the shape stays. Hendrycks and Gimpel, 2016 (arXiv:1606.08415).
template <any_tensor X>
constexpr auto gelu(X const& x) -> computed<float, rules::contiguous_rule, X> {
  using result_type = computed<float, rules::contiguous_rule, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"gelu", result_type, cost_of<5, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          cpu::elementwise(cpu::unary::gelu, from.data(), result.data(), loops_over<shape_of<X>>(from, result));
        },
        x);
}

}  // namespace shapeproof
