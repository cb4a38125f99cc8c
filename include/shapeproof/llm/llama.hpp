// SPDX-License-Identifier: BSL-1.0
/// The Llama family: pre-norm blocks with RMSNorm, rotary positions, grouped-query attention and SwiGLU.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/storage.hpp>
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/nn/feed_forward.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/normalize.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::llm {

/// Numbers that are no extents.
struct llama_options {
  float epsilon = 1e-5F;     ///< added to the mean of squares
  float rotary_base = 1e4F;  ///< the first pair turns by 1 for each position, the last by almost 1 / rotary_base
};

/// Any Llama model: extents are read from a file's header. `Head` says how the pairs of a head are stored.
template <class Head>
struct any_llama {
  using B = axis<"B">;                         ///< batch
  using V = axis<"V">;                         ///< vocabulary
  using D = axis<"D">;                         ///< hidden width
  using Hkv = axis<"Hkv">;                     ///< heads of keys and values
  using G = axis<"G">;                         ///< query heads that share one
  using Dk = Head;                             ///< head size, of R pairs that rotate
  using F = axis<"F">;                         ///< feed-forward width
  using facts = llm::facts<shape<D, Hkv, G>>;  ///< no equations
};
/// Any Llama model with the pairs of a head side by side, `(R C)`.
using interleaved_llama = any_llama<nn::interleaved<axis<"R">>>;
/// Any Llama model with the pairs half a head apart, `(C R)`.
using half_split_llama = any_llama<nn::half_split<axis<"R">>>;

/// The model of 260 thousand parameters that was trained on TinyStories (Eldan and Li, 2023, arXiv:2305.07759) for
/// llama2.c: a batch of one.
struct stories_260k {
  using B = axis<"B", 1>;                    ///< batch
  using V = axis<"V", 512>;                  ///< vocabulary
  using D = axis<"D", 64>;                   ///< hidden width
  using Hkv = axis<"Hkv", 4>;                ///< heads of keys and values
  using G = axis<"G", 2>;                    ///< query heads that share one
  using Dk = nn::interleaved<axis<"R", 4>>;  ///< head size
  using F = axis<"F", 172>;                  ///< feed-forward width
  /// What the compiler checks.
  using facts = llm::facts<shape<D, Hkv, G, axis<"R", 4>, F>, "D = 2*Hkv*G*R">;
};

/// One block: norms `[D]`; attention with query `[D, ((Hkv G) Dk)]`, key and value `[D, (Hkv Dk)]`; SwiGLU.
template <class Model, class Storage>
struct llama_block {
  using D = typename Model::D;  ///< hidden width
  using F = typename Model::F;  ///< feed-forward width
  /// `((Hkv G) Dk)`
  using queries = fused<fused<typename Model::Hkv, typename Model::G>, typename Model::Dk>;
  using keys = fused<typename Model::Hkv, typename Model::Dk>;  ///< `(Hkv Dk)`
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = typename Storage::template matrix<In, Out>;
  using norm_type = typename Storage::template array<D>;  ///< `[D]`
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<matrix<D, queries>, matrix<D, keys>, matrix<queries, D>>;
  /// Gate, up and down.
  using feed_forward_type = nn::gated_feed_forward_weights<matrix<D, F>, matrix<F, D>>;

  BOOST_HANA_DEFINE_STRUCT(llama_block, (norm_type, attention_norm),  ///< before attention
                           (attention_type, attention),               ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm),            ///< before feed-forward
                           (feed_forward_type, feed_forward));        ///< `[B, L, D] -> [B, L, D]`
};

/// The whole model: embedding `[V, D]`, the blocks, a norm `[D]`, the head `[D, V]`. A tied head is the embedding's
/// memory seen as `[D, V]`.
template <class Model, class Storage = owned>
struct llama_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::D>;  ///< `[V, D]`
  using blocks_type = typename Storage::template stack<llama_block<Model, Storage>>;          ///< one for each layer
  using norm_type = typename Storage::template array<typename Model::D>;                      ///< `[D]`
  using head_type = typename Storage::template matrix<typename Model::D, typename Model::V>;  ///< `[D, V]`

  BOOST_HANA_DEFINE_STRUCT(llama_weights, (embedding_type, embedding),  ///< a row for each token
                           (blocks_type, blocks),                       ///< in their order
                           (norm_type, norm),                           ///< behind the last block
                           (head_type, head));                          ///< from hidden states to logits
  llama_options options = {};                                           ///< numbers that are no extents
};

/// x `[B, L, D]` -> `[B, L, D]`. Refused and thrown as by `nn::attention` and `nn::gated_feed_forward`. Touvron et al.,
/// 2023 (arXiv:2302.13971); groups as in Llama 2 (arXiv:2307.09288).
template <any_tensor X, class Model, class Storage, class Cache>
constexpr auto llama_layer(X const& x, llama_block<Model, Storage> const& w, llama_options const& options,
                           Cache&& cache) {
  nn::rotary<name_text<typename Model::Dk>> const rotate{options.rotary_base};
  auto [attended, next] = nn::attention(rms_norm<"D">(x, w.attention_norm, options.epsilon), w.attention,
                                        std::forward<Cache>(cache), rotate);
  auto const y = nn::P14(x + std::move(attended));
  auto f = nn::gated_feed_forward(rms_norm<"D">(y, w.feed_forward_norm, options.epsilon), w.feed_forward);
  return nn::attended{nn::P17(y + std::move(f)), std::move(next)};
}

/// ids `[B, L]` of `index<V>` -> hidden states `[B, L, D]`, and the caches within the step. Refused and thrown as by
/// `llama_layer`.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, llama_weights<Model, Storage> const& w, Caches&& caches) {
  auto x = nn::P2(replicated(embed(w.embedding, ids)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = llama_layer(x, w.blocks[layer], w.options, std::forward<Cache>(cache));
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{nn::P18(rms_norm<"D">(x, w.norm, w.options.epsilon)), std::move(stepped)};
}

}  // namespace shapeproof::llm
