// SPDX-License-Identifier: BSL-1.0
/// One post-norm transformer block.
#pragma once

#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/normalize.hpp>

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, D]`: attention and feed-forward, each with a residual and then a LayerNorm over D. The
/// block has its own cache.
template <any_tensor X, class Weights, class Cache>
constexpr auto transformer_block(X const& x, Weights const& w, Cache& cache) {
  auto const z = attention(x, w.attention, cache);
  auto const attended = P14(layer_norm<"D">(x + z, w.attention_norm.gamma, w.attention_norm.beta));
  auto const f = feed_forward(attended, w.feed_forward);
  return P17(layer_norm<"D">(attended + f, w.feed_forward_norm.gamma, w.feed_forward_norm.beta));
}

}  // namespace shapeproof::nn
