// SPDX-License-Identifier: BSL-1.0
/// Softmax, and softmax under the causal mask.
#pragma once

#include <shapeproof/cpu/reduce.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reduce.hpp>
#include <shapeproof/tensor/left_padded.hpp>

#include <cstddef>

namespace shapeproof {

/// Whether `softmax<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_softmax = accepts<rules::softmax_rule<Name>, X>;
/// Whether `causal_softmax<Queries, Keys>(scores)` is accepted.
template <class X, fixed_string Queries, fixed_string Keys>
concept can_causal_softmax = accepts<rules::causal_softmax_rule<Queries, Keys>, X>;

/// `softmax<"S">(x)`: `[B, H, L, S] -> [B, H, L, S]`; along S the values sum to 1. Refused where there is no such axis,
/// it is fused, or it is the queries L of scores that have keys S.
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

namespace detail {
/// Two steps of the pipeline in one kernel: the mask writes nothing of its own.
template <class Result, class X>
constexpr Result traced_causal_softmax(X const& scores) {
  auto const masked = traced_view<"causal_mask", Result, no_cost>(scores);
  return traced<"softmax", Result, cost_of<5, shape_of<X>, Result, X>>(masked);
}
}  // namespace detail

/// `causal_softmax<"L","S">(scores)`: `[B, H, L, S] -> [B, H, L, S]`; query l sees the keys 0 .. l + (S - L), the
/// others get exactly 0. Refused where S - L is not provably >= 0, or an axis is missing or fused.
template <fixed_string Queries, fixed_string Keys, any_tensor X>
constexpr auto causal_softmax(X const& scores) -> computed<float, rules::causal_softmax_rule<Queries, Keys>, X> {
  using result_type = computed<float, rules::causal_softmax_rule<Queries, Keys>, X>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else if constexpr (is_meta<result_type>) {
    return detail::traced_causal_softmax<result_type>(scores);
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

/// `[B, H, L, S] -> [B, H, L, S]`: the same where no row is padded. Refused as that.
template <fixed_string Queries, fixed_string Keys, any_tensor X>
constexpr auto causal_softmax(X const& scores, no_padding) {
  return causal_softmax<Queries, Keys>(scores);
}

/// `[B, H, L, S] -> [B, H, L, S]`: the same where rows are padded on the left: nobody sees the padding, and what would
/// be queried there sees nothing, all zeros. Refused as that, and where the scores have not the rows' axis. Throws
/// `shape_error` where they have another number of rows.
template <fixed_string Queries, fixed_string Keys, any_tensor X, class Rows>
constexpr auto causal_softmax(X const& scores, [[maybe_unused]] left_padded<Rows> const& padding)
    -> computed<float, rules::padded_causal_softmax_rule<Queries, Keys, Rows>, X> {
  using result_type = computed<float, rules::padded_causal_softmax_rule<Queries, Keys, Rows>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else if constexpr (is_meta<result_type>)
    return detail::traced_causal_softmax<result_type>(scores);
  else
    return compute<"causal_softmax", result_type, no_cost>(
        [&padding](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          auto one_row = loops_over<outer>(from, result);
          auto& row = one_row.at[position_of<outer>(axis_name<Rows>)];
          padding.require_rows("causal_softmax", from, row.extent);
          row.extent = 1;
          auto const all_queries = loop_over<shape, position_of<shape>(Queries.view())>(from, result);
          auto const all_keys = loop_over<shape, position_of<shape>(Keys.view())>(from, result);
          std::size_t const past = all_keys.extent - all_queries.extent;
          for (std::size_t i = 0, count = result.size(); i < count; ++i) result.data()[i] = 0;
          for (std::size_t b = 0; b < padding.rows(); ++b) {
            // The first key that is a token, and the first query that is one.
            std::size_t const key = padding.of(b) < all_keys.extent ? padding.of(b) : all_keys.extent;
            std::size_t const query = key > past ? key - past : 0;
            auto queries = all_queries;
            auto keys = all_keys;
            queries.extent -= query;
            keys.extent -= key;
            auto const begin = [&](std::size_t operand) {
              return static_cast<std::ptrdiff_t>(b) * row.step[operand] +
                     static_cast<std::ptrdiff_t>(query) * queries.step[operand] +
                     static_cast<std::ptrdiff_t>(key) * keys.step[operand];
            };
            cpu::causal_softmax(from.data() + begin(0), result.data() + begin(1), one_row, queries, keys);
          }
        },
        scores);
}

}  // namespace shapeproof
