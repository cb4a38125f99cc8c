// SPDX-License-Identifier: BSL-1.0
/// Products by axis names.
#pragma once

#include <shapeproof/ops/contraction.hpp>
#include <shapeproof/rules/einsum.hpp>

namespace shapeproof {

/// Whether `einsum<Pattern>(a, b)` is accepted.
template <class A, class B, fixed_string Pattern>
concept can_einsum = accepts<rules::einsum_rule<Pattern>, A, B>;

/// `einsum<"B L H Dk, B S H Dk -> B H L S">(a, b)`: `[B, L, H, Dk] x [B, S, H, Dk] -> [B, H, L, S]`. The pattern names
/// both operands' axes in their order; what the result leaves out is summed. Needs no transpose. Refused where the
/// names are not the operands', or one is not the same axis on both sides. Throws `shape_error` where a symbol has two
/// values.
template <fixed_string Pattern, any_tensor A, any_tensor B>
constexpr auto einsum(A const& a, B const& b) -> computed<float, rules::einsum_rule<Pattern>, A, B> {
  return contracted<"einsum", computed<float, rules::einsum_rule<Pattern>, A, B>>(a, b);
}

}  // namespace shapeproof
