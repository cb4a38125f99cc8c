// SPDX-License-Identifier: BSL-1.0
/// Views in another order or under another role.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <utility>

namespace shapeproof {

template <class X, fixed_string A, fixed_string B>
concept can_transpose = accepts_layout<rules::transpose_rule<A, B>, X>;
template <class X, fixed_string Name, int Place>
concept can_move_axis = accepts_layout<rules::move_axis_rule<Name, Place>, X>;
template <class X, fixed_string... Names>
concept can_permute = accepts_layout<rules::permute_rule<Names...>, X>;
template <class X, fixed_string From, fixed_string To>
concept can_rename = accepts_layout<rules::rename_rule<From, To>, X>;

/// `transpose<"L","H">(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`. No element moves.
template <fixed_string A, fixed_string B, any_tensor X>
constexpr auto transpose(X&& x) -> viewed<rules::transpose_rule<A, B>, X> {
  return relabel<"transpose", viewed<rules::transpose_rule<A, B>, X>>(std::forward<X>(x));
}

/// `move_axis<"L", -2>(x)`: `[B, L, H, Dk] -> [B, H, L, Dk]`; the others keep their order. No element moves.
template <fixed_string Name, int Place, any_tensor X>
constexpr auto move_axis(X&& x) -> viewed<rules::move_axis_rule<Name, Place>, X> {
  return relabel<"move_axis", viewed<rules::move_axis_rule<Name, Place>, X>>(std::forward<X>(x));
}

/// `permute<"B","H","L","Dk">(x)`: the axes in this order. Names each once. No element moves.
template <fixed_string... Names, any_tensor X>
constexpr auto permute(X&& x) -> viewed<rules::permute_rule<Names...>, X> {
  return relabel<"permute", viewed<rules::permute_rule<Names...>, X>>(std::forward<X>(x));
}

/// `rename<"L","S">(x)`: `[B, L] -> [B, S]` with the same extent. No element moves.
template <fixed_string From, fixed_string To, any_tensor X>
constexpr auto rename(X&& x) -> viewed<rules::rename_rule<From, To>, X> {
  return relabel<"rename", viewed<rules::rename_rule<From, To>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof
