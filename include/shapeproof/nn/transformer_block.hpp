// SPDX-License-Identifier: BSL-1.0
/// One post-norm transformer block.
#pragma once

#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/normalize.hpp>

#include <utility>

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, D]`: attention and feed-forward, each with a residual and then a LayerNorm over D. The
/// block has its own cache, which it takes between steps and gives back within the step. Refused and thrown as by
/// `attention` and `feed_forward`. Post-norm, as in Vaswani et al., 2017 (arXiv:1706.03762).
template <any_tensor X, class Weights, taken_over_cache Cache>
constexpr auto transformer_block(X const& x, Weights const& w, Cache&& cache) {
  auto [z, next] = attention(x, w.attention, std::forward<Cache>(cache));
  auto const mixed = P14(layer_norm<"D">(x + std::move(z), w.attention_norm.gamma, w.attention_norm.beta));
  auto f = feed_forward(mixed, w.feed_forward);
  auto output = P17(layer_norm<"D">(mixed + std::move(f), w.feed_forward_norm.gamma, w.feed_forward_norm.beta));
  return attended{std::move(output), std::move(next)};
}

}  // namespace shapeproof::nn
