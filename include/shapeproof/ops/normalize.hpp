// SPDX-License-Identifier: BSL-1.0
/// Normalisation of each position over a named axis.
#pragma once

#include <shapeproof/cpu/normalize.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reduce.hpp>

namespace shapeproof {

/// Whether `layer_norm<Name>(x, gamma, beta)` is accepted.
template <class X, class Gamma, class Beta, fixed_string Name>
concept can_layer_norm = accepts<rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta>;
/// Whether `rms_norm<Name>(x, gamma)` is accepted.
template <class X, class Gamma, fixed_string Name>
concept can_rms_norm = accepts<rules::normalize_rule<"rms_norm", Name>, X, Gamma>;

/// `layer_norm<"D">(x, gamma, beta)`: `[B, L, D], [D], [D] -> [B, L, D]`: each position on its own,
/// `(x - mean) / sqrt(variance + epsilon) * gamma + beta`, with the biased variance. Refused where x has no such axis,
/// or gamma or beta is not that axis alone. Throws `shape_error` where a symbol has two values. Ba, Kiros and Hinton,
/// 2016 (arXiv:1607.06450).
template <fixed_string Name, any_tensor X, any_tensor Gamma, any_tensor Beta>
constexpr auto layer_norm(X const& x, Gamma const& gamma, Beta const& beta, float epsilon = 1e-5F)
    -> computed<float, rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta> {
  using result_type = computed<float, rules::normalize_rule<"layer_norm", Name>, X, Gamma, Beta>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"layer_norm", result_type, cost_of<7, shape_of<X>, result_type, X, Gamma, Beta>>(
        [epsilon](auto& result, auto const& from, auto const& scale, auto const& shift) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::layer_norm(from.data(), scale.data(), shift.data(), result.data(), loops_over<outer>(from, result),
                          loop_over<shape_of<X>, at>(from, scale, shift, result), epsilon);
        },
        x, gamma, beta);
}

/// `rms_norm<"D">(x, gamma)`: `[B, L, D], [D] -> [B, L, D]`: each position on its own,
/// `x / sqrt(mean of squares + epsilon) * gamma`. Refused and thrown as by `layer_norm`. Zhang and Sennrich, 2019
/// (arXiv:1910.07467).
template <fixed_string Name, any_tensor X, any_tensor Gamma>
constexpr auto rms_norm(X const& x, Gamma const& gamma, float epsilon = 1e-5F)
    -> computed<float, rules::normalize_rule<"rms_norm", Name>, X, Gamma> {
  using result_type = computed<float, rules::normalize_rule<"rms_norm", Name>, X, Gamma>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"rms_norm", result_type, cost_of<4, shape_of<X>, result_type, X, Gamma>>(
        [epsilon](auto& result, auto const& from, auto const& scale) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::rms_norm(from.data(), scale.data(), result.data(), loops_over<outer>(from, result),
                        loop_over<shape_of<X>, at>(from, scale, result), epsilon);
        },
        x, gamma);
}

}  // namespace shapeproof
