// SPDX-License-Identifier: BSL-1.0
/// A linear layer.
#pragma once

#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/contraction.hpp>
#include <shapeproof/rules/linear.hpp>

namespace shapeproof {

/// Whether `linear(x, w)` or `linear(x, w, bias)` is accepted.
template <class X, class W, class... Bias>
concept can_linear = accepts<rules::linear_rule, X, W, Bias...>;

/// `[..., In] x [In, Out] -> [..., Out]`. Refused where x does not end in the weight's input, or the result would have
/// a name twice. Throws `shape_error` where a symbol has two values.
template <any_tensor X, any_tensor W>
constexpr auto linear(X const& x, W const& w) -> computed<float, rules::linear_rule, X, W> {
  return contracted<"linear", computed<float, rules::linear_rule, X, W>>(x, w);
}

/// `[..., In] x [In, Out] + [Out] -> [..., Out]`. Refused as without a bias, and where the bias is not `[Out]`. Throws
/// `shape_error` where a symbol has two values.
template <any_tensor X, any_tensor W, any_tensor Bias>
constexpr auto linear(X const& x, W const& w, Bias const& bias) -> computed<float, rules::linear_rule, X, W, Bias> {
  using result = computed<float, rules::linear_rule, X, W, Bias>;
  if constexpr (is_poisoned<result>) {
    return {};
  } else {
    if constexpr (!is_meta<result>) (void)met_symbols<"linear">(x, w, bias);
    return contracted<"linear", result>(x, w) + bias;
  }
}

}  // namespace shapeproof
