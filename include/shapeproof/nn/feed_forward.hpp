// SPDX-License-Identifier: BSL-1.0
/// The feed-forward part of a block: each position on its own.
#pragma once

#include <shapeproof/nn/project.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/ops/activation.hpp>
#include <shapeproof/ops/arithmetic.hpp>

#include <utility>

namespace shapeproof::nn {

/// x `[B, L, D]` -> `[B, L, F]` -> GELU -> `[B, L, D]`. Refused where a weight does not take the axis that it is given.
/// Throws `shape_error` where a symbol has two values. Vaswani et al., 2017 (arXiv:1706.03762), who have ReLU in it.
template <any_tensor X, class Weights>
constexpr auto feed_forward(X const& x, Weights const& w) {
  auto const widened = P15(gelu(project(x, w.up)));
  return P16(project_whole(widened, w.down));
}

/// x `[B, L, D]` -> `[B, L, D]`: the same with GELU's tanh form. Refused and thrown as by that.
template <any_tensor X, class Weights>
constexpr auto feed_forward_tanh(X const& x, Weights const& w) {
  auto const widened = P15(gelu_tanh(project(x, w.up)));
  return P16(project_whole(widened, w.down));
}

/// x `[B, L, D]` -> silu(gate) * up `[B, L, F]` -> `[B, L, D]`: SwiGLU. Refused and thrown as by `feed_forward`.
/// Shazeer, 2020 (arXiv:2002.05202).
template <any_tensor X, class Weights>
constexpr auto gated_feed_forward(X const& x, Weights const& w) {
  auto gate = silu(project(x, w.gate));
  auto const widened = P15(std::move(gate) * project(x, w.up));
  return P16(project_whole(widened, w.down));
}

}  // namespace shapeproof::nn
