// SPDX-License-Identifier: BSL-1.0
/// Products by axis names.
#pragma once

#include <shapeproof/ops/contraction.hpp>
#include <shapeproof/rules/einsum.hpp>

namespace shapeproof {

template <class A, class B, fixed_string Pattern>
concept can_einsum = accepts<rules::einsum_rule<Pattern>, A, B>;

/// `einsum<"B L H Dk, B S H Dk -> B H L S">(a, b)`: the pattern names both operands' axes in their order; what the
/// result leaves out is summed. Needs no transpose.
template <fixed_string Pattern, any_tensor A, any_tensor B>
constexpr auto einsum(A const& a, B const& b) -> computed<float, rules::einsum_rule<Pattern>, A, B> {
  return contracted<"einsum", computed<float, rules::einsum_rule<Pattern>, A, B>>(a, b);
}

}  // namespace shapeproof
