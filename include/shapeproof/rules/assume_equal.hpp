// SPDX-License-Identifier: BSL-1.0
/// The rule of assume_equal: another expression for an axis' extent, which only a run-time comparison can justify.
#pragma once

#include <shapeproof/rules/concat.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>

namespace shapeproof::rules {

namespace detail {
template <extent Other>
struct wanted_extent {
  static constexpr polynomial value = Other.value();
};
template <class Axis, extent Other>
struct provably_unequal {
  static constexpr polynomial difference = extent_polynomial<Axis> - wanted_extent<Other>::value;
  static constexpr bool found = difference.is_number() && difference.number() != 0;
  static constexpr text reason() {
    return text::of(axis_text<Axis>(), " is never ", to_text(wanted_extent<Other>::value), "; they differ by ",
                    to_text(difference));
  }
};
}  // namespace detail

/// `assume_equal<"S", "past+1">`: `[B, S] -> [B, S=past+1]`. Refused where there is no such axis, it is fused or a
/// shard, the layout is not dense, or the two extents can never be equal.
template <fixed_string Name, extent Other>
struct assume_equal_rule {
  using placement = keeps_sums;                         ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "assume_equal";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"assume_equal", no_such_axis<Name, from>, Layout>{};
    } else if constexpr (is_fused<type_at<from, at>>) {
      return refuse<"assume_equal", plainly<"a fused axis has the extent of its factors; split first">, Layout>{};
    } else if constexpr (is_sharded<type_at<from, at>>) {
      return refuse<"assume_equal", plainly<"a shard has the extent of its whole axis over the ranks">, Layout>{};
    } else if constexpr (!is_dense<Layout>) {
      return refuse<"assume_equal", plainly<"only a dense tensor; call contiguous() first, which copies">, Layout>{};
    } else {
      using unequal = detail::provably_unequal<type_at<from, at>, Other>;
      if constexpr (unequal::found) {
        return refuse<"assume_equal", unequal, Layout>{};
      } else {
        using axis = typename detail::with_extent<type_at<from, at>, detail::wanted_extent<Other>::value>::type;
        return detail::replaced<from, at, 1, shape<axis>>{};
      }
    }
  }
};
template <fixed_string Name, extent Other>
inline constexpr assume_equal_rule<Name, Other> assume_equal = {};

}  // namespace shapeproof::rules
