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
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/normalize.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::llm {

/// A number that is no extent.
struct gpt2_options {
  float epsilon = 1e-5F;  ///< added to the variance
};

/// Any GPT-2 model: extents are read from a file's header.
struct any_gpt2 {
  using B = axis<"B">;                                    ///< batch
  using V = axis<"V">;                                    ///< vocabulary
  using P = axis<"P">;                                    ///< positions that the model has learned
  using D = axis<"D">;                                    ///< hidden width
  using H = axis<"H">;                                    ///< heads
  using Dk = axis<"Dk">;                                  ///< head size
  using F = axis<"F">;                                    ///< feed-forward width
  using facts = llm::facts<shape<D, H, Dk>, "D = H*Dk">;  ///< what the compiler or the reader checks
};

/// One block: LayerNorms, attention and feed-forward, every matrix with a bias.
template <class Model, class Storage>
struct gpt2_block {
  using D = typename Model::D;                                 ///< hidden width
  using F = typename Model::F;                                 ///< feed-forward width
  using heads = fused<typename Model::H, typename Model::Dk>;  ///< `(H Dk)`
  /// `[Axis]`
  template <class Axis>
  using vector = typename Storage::template array<Axis>;
  /// `[In, Out]` and `[Out]`
  template <class In, class Out>
  using layer = nn::affine<typename Storage::template matrix<In, Out>, vector<Out>>;
  using norm_type = nn::norm_weights<vector<D>>;  ///< `[D]` twice
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<layer<D, heads>, layer<D, heads>, layer<heads, D>>;
  /// Up and down.
  using feed_forward_type = nn::feed_forward_weights<layer<D, F>, layer<F, D>>;

  BOOST_HANA_DEFINE_STRUCT(gpt2_block, (norm_type, attention_norm),  ///< before attention
                           (attention_type, attention),              ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm),           ///< before feed-forward
                           (feed_forward_type, feed_forward));       ///< `[B, L, D] -> [B, L, D]`
};

/// The whole model: embedding `[V, D]`, positions `[P, D]`, the blocks, a norm, the head `[D, V]`. A tied head is the
/// embedding's memory seen as `[D, V]`.
template <class Model, class Storage = owned>
struct gpt2_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::D>;  ///< `[V, D]`
  using positions_type = typename Storage::template array<typename Model::P, typename Model::D>;  ///< `[P, D]`
  using blocks_type = typename Storage::template stack<gpt2_block<Model, Storage>>;           ///< one for each layer
  using norm_type = nn::norm_weights<typename Storage::template array<typename Model::D>>;    ///< `[D]` twice
  using head_type = typename Storage::template matrix<typename Model::D, typename Model::V>;  ///< `[D, V]`

  BOOST_HANA_DEFINE_STRUCT(gpt2_weights, (embedding_type, embedding),  ///< a row for each token
                           (positions_type, positions),                ///< a row for each position
                           (blocks_type, blocks),                      ///< in their order
                           (norm_type, norm),                          ///< behind the last block
                           (head_type, head));                         ///< from hidden states to logits
  gpt2_options options = {};                                           ///< numbers that are no extents
};

/// x `[B, L, D]` -> `[B, L, D]`. Refused and thrown as by `nn::attention` and `nn::feed_forward`. Radford et al., 2019,
/// "Language Models are Unsupervised Multitask Learners".
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

/// ids `[B, L]` of `index<V>` -> hidden states `[B, L, D]`, and the caches within the step. Refused as by `gpt2_layer`.
/// Throws `shape_error` as that, and for a position that the model has not learned.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, gpt2_weights<Model, Storage> const& w, Caches&& caches) {
  auto const at = nn::position_indices(w.positions, caches[0], ids);
  auto const tokens = replicated(embed(w.embedding, ids));
  auto x = nn::P2(tokens + replicated(embed(w.positions, at)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = gpt2_layer(x, w.blocks[layer], w.options, std::forward<Cache>(cache));
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{nn::P18(layer_norm<"D">(x, w.norm.gamma, w.norm.beta, w.options.epsilon)), std::move(stepped)};
}

}  // namespace shapeproof::llm
