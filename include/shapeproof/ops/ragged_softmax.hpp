// SPDX-License-Identifier: BSL-1.0
/// Softmax under the causal mask where every row has a length of its own.
#pragma once

#include <shapeproof/ops/softmax.hpp>
#include <shapeproof/tensor/ragged.hpp>

#include <cstddef>

namespace shapeproof {

namespace detail {
template <class Rows>
struct ragged_elsewhere {
  static constexpr text reason() { return text::of("the lengths are those of rows along ", axis_text<Rows>()); }
};
}  // namespace detail

/// `causal_softmax` of ragged rows: `[B, H, L, S] -> [B, H, L, S]`. Refused as that, and where the scores have not the
/// axis `Rows`.
template <fixed_string Queries, fixed_string Keys, class Rows>
struct ragged_causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using outcome = decltype(rules::causal_softmax<Queries, Keys>(Shape{}));
    if constexpr (is_refused<outcome> || has_axis<Rows, Shape>)
      return outcome{};
    else
      return rules::refuse<"causal_softmax", detail::ragged_elsewhere<Rows>, Shape>{};
  }
};

/// `[B, H, L, S] -> [B, H, L, S]`: the queries L are the last positions of each row: of a row of n positions, query l
/// sees the keys 0 .. l + (n - L), and the others get exactly 0. Refused as `causal_softmax`, and where the scores have
/// not the rows' axis. Throws `shape_error` where they have another number of rows, and where a row has fewer positions
/// than queries or more than keys.
template <fixed_string Queries, fixed_string Keys, any_tensor X, class Rows>
constexpr auto causal_softmax(X const& scores, [[maybe_unused]] ragged<Rows> const& lengths)
    -> computed<float, ragged_causal_softmax_rule<Queries, Keys, Rows>, X> {
  using result_type = computed<float, ragged_causal_softmax_rule<Queries, Keys, Rows>, X>;
  if constexpr (is_poisoned<result_type>)
    return {};
  else if constexpr (is_meta<result_type>)
    return detail::traced_causal_softmax<result_type>(scores);
  else
    return compute<"causal_softmax", result_type, no_cost>(
        [&lengths](auto& result, auto const& from) {
          using shape = shape_of<X>;
          using outer = typename without<shape, Queries, Keys>::type;
          auto one_row = loops_over<outer>(from, result);
          auto& row = one_row.at[position_of<outer>(axis_name<Rows>)];
          lengths.require_rows("causal_softmax", from, row.extent);
          row.extent = 1;
          auto const queries = loop_over<shape, position_of<shape>(Queries.view())>(from, result);
          auto keys = loop_over<shape, position_of<shape>(Keys.view())>(from, result);
          std::size_t const least = queries.extent, most = keys.extent;
          for (std::size_t i = 0, count = result.size(); i < count; ++i) result.data()[i] = 0;
          for (std::size_t b = 0; b < lengths.rows(); ++b) {
            std::size_t const length = lengths.data()[b];
            if (length < least || most < length)
              throw shape_error("causal_softmax", to_string(from),
                                "row " + std::to_string(b) + " has the length " + std::to_string(length));
            keys.extent = length;
            auto const at = [&](std::size_t operand) { return static_cast<std::ptrdiff_t>(b) * row.step[operand]; };
            cpu::causal_softmax(from.data() + at(0), result.data() + at(1), one_row, queries, keys);
          }
        },
        scores);
}

}  // namespace shapeproof
