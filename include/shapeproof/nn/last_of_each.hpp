// SPDX-License-Identifier: BSL-1.0
/// The last position of each sequence of a ragged batch, for sampling.
#pragma once

#include <shapeproof/cpu/copy.hpp>
#include <shapeproof/ops/loops.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/ops/select.hpp>
#include <shapeproof/rules/reduce.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace shapeproof::nn {

/// `[B, L, D] -> [B, D]`: one position of each row. Refused where B or L is missing.
struct last_of_each_rule {
  using placement = rules::keeps_sums;                  ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "last_of_each";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    if constexpr (position_of<Shape>("B") == not_found)
      return rules::refuse<"last_of_each", rules::no_such_axis<"B", Shape>, Shape>{};
    else
      return rules::reduce<"last_of_each", "L">(Shape{});
  }
};

/// Whether `last_of_each(x, lengths)` is accepted.
template <class X>
concept can_last_of_each = accepts<last_of_each_rule, X>;

/// `[B, L, D] -> [B, D]`: row b's position `lengths[b] - 1`, for rows that were filled up on the right. Refused where B
/// or L is missing. Throws `shape_error` where there is not one length for each row, and one that names the row for a
/// length of 0 or past L.
template <any_tensor X>
constexpr auto last_of_each(X const& x, std::vector<std::size_t> const& lengths)
    -> shapeproof::detail::last_position<"L", computed<float, last_of_each_rule, X>> {
  using result_type = shapeproof::detail::last_position<"L", computed<float, last_of_each_rule, X>>;
  if constexpr (is_poisoned<result_type>) {
    return {};
  } else {
    return compute<"last_of_each", result_type, cost_of<0, shape<>, result_type, result_type>>(
        [&lengths](auto& result, auto const& from) {
          using rest = typename without<shape_of<X>, "B", "L">::type;
          constexpr std::size_t row_axis = position_of<shape_of<X>>("B");
          constexpr std::size_t token_axis = position_of<shape_of<X>>("L");
          auto const walk = from.walk();
          if (lengths.size() != walk.extent[row_axis])
            throw shape_error("last_of_each", to_string(from), std::to_string(lengths.size()) + " lengths were given");
          auto const to_row = result.walk().step[position_of<shape_of<result_type>>("B")];
          for (std::size_t row = 0; row < lengths.size(); ++row) {
            if (lengths[row] == 0 || lengths[row] > walk.extent[token_axis])
              throw shape_error("last_of_each", to_string(from),
                                "row " + std::to_string(row) + " has the length " + std::to_string(lengths[row]));
            auto const at = static_cast<std::ptrdiff_t>(row);
            auto const token = static_cast<std::ptrdiff_t>(lengths[row]) - 1;
            cpu::copy(from.data() + at * walk.step[row_axis] + token * walk.step[token_axis],
                      result.data() + at * to_row, sizeof(float), loops_over<rest>(from, result));
          }
        },
        x);
  }
}

}  // namespace shapeproof::nn
