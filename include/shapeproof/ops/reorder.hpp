// SPDX-License-Identifier: BSL-1.0
/// Views in another order or under another role.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <utility>

namespace shapeproof {

/// Whether `transpose<A, B>(x)` is accepted.
template <class X, fixed_string A, fixed_string B>
concept can_transpose = accepts_layout<rules::transpose_rule<A, B>, X>;
/// Whether `move_axis<Name, Place>(x)` is accepted.
template <class X, fixed_string Name, int Place>
concept can_move_axis = accepts_layout<rules::move_axis_rule<Name, Place>, X>;
/// Whether `permute<Names...>(x)` is accepted.
template <class X, fixed_string... Names>
concept can_permute = accepts_layout<rules::permute_rule<Names...>, X>;
/// Whether `rename<From, To>(x)` is accepted.
template <class X, fixed_string From, fixed_string To>
concept can_rename = accepts_layout<rules::rename_rule<From, To>, X>;

/// `transpose<"L","H">(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`. No element moves. Refused where an axis is missing.
template <fixed_string A, fixed_string B, any_tensor X>
constexpr auto transpose(X&& x) -> viewed<rules::transpose_rule<A, B>, X> {
  return relabel<"transpose", viewed<rules::transpose_rule<A, B>, X>>(std::forward<X>(x));
}

/// `move_axis<"L", -2>(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`; the others keep their order. No element moves. Refused
/// where the axis is missing, or there is no such place.
template <fixed_string Name, int Place, any_tensor X>
constexpr auto move_axis(X&& x) -> viewed<rules::move_axis_rule<Name, Place>, X> {
  return relabel<"move_axis", viewed<rules::move_axis_rule<Name, Place>, X>>(std::forward<X>(x));
}

/// `permute<"B","H","L","Dk">(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`. No element moves. Refused where it does not name
/// each axis once.
template <fixed_string... Names, any_tensor X>
constexpr auto permute(X&& x) -> viewed<rules::permute_rule<Names...>, X> {
  return relabel<"permute", viewed<rules::permute_rule<Names...>, X>>(std::forward<X>(x));
}

/// `rename<"L","S">(x)`: `[B, L] -> [B, S=L]`: the extent stays. No element moves. Refused where the axis is missing or
/// fused, or the new name is taken.
template <fixed_string From, fixed_string To, any_tensor X>
constexpr auto rename(X&& x) -> viewed<rules::rename_rule<From, To>, X> {
  return relabel<"rename", viewed<rules::rename_rule<From, To>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof
