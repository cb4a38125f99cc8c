// SPDX-License-Identifier: BSL-1.0
/// The GPT-2 family: learned positions, pre-norm blocks with LayerNorm, biases, GELU in its tanh form.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/storage.hpp>
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/position_indices.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/arithmetic.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/normalize.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::llm {

// Axis names beyond those of the note: P positions that the model has learned.

/// A number that is no extent.
struct gpt2_options {
  float epsilon = 1e-5F;  ///< added to the variance
};

/// Any GPT-2 model: extents are read from a file's header.
struct any_gpt2 {
  using B = axis<"B">;
  using V = axis<"V">;
  using P = axis<"P">;
  using D = axis<"D">;
  using H = axis<"H">;
  using Dk = axis<"Dk">;
  using F = axis<"F">;
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;
};

/// One block: LayerNorms, attention and feed-forward, every matrix with a bias.
template <class Model, class Storage>
struct gpt2_block {
  using D = typename Model::D;
  using F = typename Model::F;
  using heads = fused<typename Model::H, typename Model::Dk>;
  template <class Axis>
  using vector = typename Storage::template array<Axis>;
  template <class In, class Out>
  using layer = nn::affine<typename Storage::template matrix<In, Out>, vector<Out>>;
  using norm_type = nn::norm_weights<vector<D>>;
  using attention_type = nn::attention_weights<layer<D, heads>, layer<D, heads>, layer<heads, D>>;
  using feed_forward_type = nn::feed_forward_weights<layer<D, F>, layer<F, D>>;
  BOOST_HANA_DEFINE_STRUCT(gpt2_block, (norm_type, attention_norm), (attention_type, attention),
                           (norm_type, feed_forward_norm), (feed_forward_type, feed_forward));
};

/// The whole model: embedding `[V, D]`, positions `[P, D]`, the blocks, a norm, the head `[D, V]`. A tied head is the
/// embedding's memory seen as `[D, V]`.
template <class Model, class Storage = owned>
struct gpt2_weights {
  using model = configured<Model>;
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::D>;
  using positions_type = typename Storage::template array<typename Model::P, typename Model::D>;
  using blocks_type = typename Storage::template stack<gpt2_block<Model, Storage>>;
  using norm_type = nn::norm_weights<typename Storage::template array<typename Model::D>>;
  using head_type = typename Storage::template matrix<typename Model::D, typename Model::V>;
  BOOST_HANA_DEFINE_STRUCT(gpt2_weights, (embedding_type, embedding), (positions_type, positions),
                           (blocks_type, blocks), (norm_type, norm), (head_type, head));
  gpt2_options options = {};
};

/// x `[B, L, D]` -> `[B, L, D]`. Radford et al., 2019, "Language Models are Unsupervised Multitask Learners".
template <any_tensor X, class Model, class Storage, class Cache>
constexpr auto gpt2_layer(X const& x, gpt2_block<Model, Storage> const& w, gpt2_options const& options, Cache&& cache) {
  auto const& [gamma, beta] = w.attention_norm;
  auto [attended, next] =
      nn::attention(layer_norm<"D">(x, gamma, beta, options.epsilon), w.attention, std::forward<Cache>(cache));
  auto const y = nn::P14(x + std::move(attended));
  auto const& [other_gamma, other_beta] = w.feed_forward_norm;
  auto f = nn::feed_forward_tanh(layer_norm<"D">(y, other_gamma, other_beta, options.epsilon), w.feed_forward);
  return nn::attended{nn::P17(y + std::move(f)), std::move(next)};
}

/// ids `[B, L]` of `index<V>` -> hidden states `[B, L, D]`, and the caches within the step. A position that the model
/// has not learned is a `shape_error`.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, gpt2_weights<Model, Storage> const& w, Caches&& caches) {
  auto const at = nn::position_indices(w.positions, caches[0], ids);
  auto const tokens = embed(w.embedding, ids);
  auto x = nn::P2(tokens + embed(w.positions, at));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = gpt2_layer(x, w.blocks[layer], w.options, std::forward<Cache>(cache));
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{nn::P18(layer_norm<"D">(x, w.norm.gamma, w.norm.beta, w.options.epsilon)), std::move(stepped)};
}

}  // namespace shapeproof::llm
