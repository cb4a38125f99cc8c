// SPDX-License-Identifier: BSL-1.0
/// Head split and merge, and reshapes made of them.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reshape.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <utility>

namespace shapeproof {

/// Whether `split<Pattern>(x)` is accepted.
template <class X, fixed_string Pattern>
concept can_split = accepts_layout<rules::split_rule<Pattern>, X>;
/// Whether `merge<Names...>(x)` is accepted.
template <class X, fixed_string... Names>
concept can_merge = accepts_layout<rules::merge_rule<Names...>, X>;
/// Whether `reshape<Axes...>(x)` is accepted.
template <class X, class... Axes>
concept can_reshape = accepts_layout<rules::reshape_rule<Axes...>, X>;

/// `split<"(H Dk)">(x)`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Refused where there is no axis of these
/// factors in this order.
template <fixed_string Pattern, any_tensor X>
constexpr auto split(X&& x) -> viewed<rules::split_rule<Pattern>, X> {
  return relabel<"split", viewed<rules::split_rule<Pattern>, X>>(std::forward<X>(x));
}

/// `merge<"H","Dk">(x)`: `[B, L, H, Dk] -> [B, L, (H Dk)]`. No element moves. Refused where the axes are not neighbours
/// in this order, in the shape and in memory.
template <fixed_string... Names, any_tensor X>
constexpr auto merge(X&& x) -> viewed<rules::merge_rule<Names...>, X> {
  return relabel<"merge", viewed<rules::merge_rule<Names...>, X>>(std::forward<X>(x));
}

/// `reshape<B, L, H, Dk>(x)`: `[B, L, (H Dk)] -> [B, L, H, Dk]`. No element moves. Refused: all that splits and merges
/// of neighbours cannot do.
template <class... Axes, any_tensor X>
constexpr auto reshape(X&& x) -> viewed<rules::reshape_rule<Axes...>, X> {
  return relabel<"reshape", viewed<rules::reshape_rule<Axes...>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof
