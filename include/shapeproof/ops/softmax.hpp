// SPDX-License-Identifier: BSL-1.0
/// Softmax, and softmax under the causal mask.
#pragma once

#include <shapeproof/cpu/reduce.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reduce.hpp>

namespace shapeproof {

template <class X, fixed_string Name>
concept can_softmax = accepts<rules::softmax_rule<Name>, X>;
template <class X, fixed_string Queries, fixed_string Keys>
concept can_causal_softmax = accepts<rules::causal_softmax_rule<Queries, Keys>, X>;

/// `softmax<"S">(x)`: `[B, H, L, S] -> [B, H, L, S]`; along S the values sum to 1.
template <fixed_string Name, any_tensor X>
constexpr auto softmax(X const& x) -> computed<float, rules::softmax_rule<Name>, X> {
  using result_type = computed<float, rules::softmax_rule<Name>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else
    return compute<"softmax", result_type, cost_of<5, shape_of<X>, result_type, X>>(
        [](auto& result, auto const& from) {
          constexpr std::size_t at = position_of<shape_of<X>>(Name.view());
          using outer = typename without<shape_of<X>, Name>::type;
          cpu::softmax(from.data(), result.data(), loops_over<outer>(from, result),
                       loop_over<shape_of<X>, at>(from, result));
        },
        x);
}

/// `causal_softmax<"L","S">(scores)`: `[B, H, L, S] -> [B, H, L, S]`; query l sees the keys 0 .. l + (S - L), the
/// others get exactly 0. S - L must be provably >= 0.
template <fixed_string Queries, fixed_string Keys, any_tensor X>
constexpr auto causal_softmax(X const& scores) -> computed<float, rules::causal_softmax_rule<Queries, Keys>, X> {
  using result_type = computed<float, rules::causal_softmax_rule<Queries, Keys>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    // Two steps of the pipeline in one kernel: the mask writes nothing of its own.
    auto const masked = detail::traced<"causal_mask", result_type, no_cost>(scores);
    return detail::traced<"softmax", result_type, cost_of<5, shape_of<X>, result_type, X>>(masked);
  } else {
    return compute<"causal_softmax", result_type, no_cost>(
        [](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          cpu::causal_softmax(from.data(), result.data(), loops_over<outer>(from, result),
                              loop_over<shape, position_of<shape>(Queries.view())>(from, result),
                              loop_over<shape, position_of<shape>(Keys.view())>(from, result));
        },
        scores);
  }
}

}  // namespace shapeproof
