// SPDX-License-Identifier: BSL-1.0
/// Products over one named axis.
#pragma once

#include <shapeproof/ops/contraction.hpp>
#include <shapeproof/rules/contract.hpp>

namespace shapeproof {

/// Whether `contract<Name>(a, b)` is accepted.
template <class A, class B, fixed_string Name>
concept can_contract = accepts<rules::contract_rule<Name>, A, B>;

/// `contract<"Dk">(q, k)`: `[B, H, L, Dk] x [B, H, S, Dk] -> [B, H, L, S]`. Needs no transpose; axes that both sides
/// have are walked together, the others stay, the left side's first. Refused where a side lacks the named axis, or a
/// name that both have is not the same axis. Throws `shape_error` where a symbol has two values.
template <fixed_string Name, any_tensor A, any_tensor B>
constexpr auto contract(A const& a, B const& b) -> computed<float, rules::contract_rule<Name>, A, B> {
  return contracted<"contract", computed<float, rules::contract_rule<Name>, A, B>>(a, b);
}

}  // namespace shapeproof
