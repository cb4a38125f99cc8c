// SPDX-License-Identifier: BSL-1.0
/// The feed-forward part of a block: each position on its own.
#pragma once

#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/gelu.hpp>
#include <shapeproof/ops/matmul.hpp>

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, F]` -> GELU -> `[B, L, D]`.
template <any_tensor X, class Weights>
constexpr auto feed_forward(X const& x, Weights const& w) {
  auto const widened = P15(gelu(matmul(x, w.up)));
  return P16(matmul(widened, w.down));
}

}  // namespace shapeproof::nn
