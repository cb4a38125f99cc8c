// SPDX-License-Identifier: BSL-1.0
/// Matrix products.
#pragma once

#include <shapeproof/ops/contraction.hpp>
#include <shapeproof/rules/matmul.hpp>

namespace shapeproof {

/// Whether `matmul(a, b)` is accepted.
template <class A, class B>
concept can_matmul = accepts<rules::matmul_rule, A, B>;

/// `[..., M, K] x [..., K, N] -> [..., M, N]`, or `[..., M, K] x [K, N] -> [..., M, N]`. The contract of torch.matmul
/// (https://pytorch.org/docs/stable/generated/torch.matmul.html), without broadcasting and without vectors. Refused
/// where the contracted axes are not the same axis, the leading ones differ, or a name would occur twice. Throws
/// `shape_error` where a symbol has two values.
template <any_tensor A, any_tensor B>
constexpr auto matmul(A const& a, B const& b) -> computed<float, rules::matmul_rule, A, B> {
  return contracted<"matmul", computed<float, rules::matmul_rule, A, B>>(a, b);
}

}  // namespace shapeproof
