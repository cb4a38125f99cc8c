// SPDX-License-Identifier: BSL-1.0
/// The model of the note: post-norm blocks, an input and an output projection around them.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/storage.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/nn/transformer_block.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/select.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::llm {

/// The model of the note: V 6000, d_e 4096, d 5200 = 8 * 650, d_ff 20800 = 4 * 5200, d_last 3200. In all models L are
/// the positions of queries, S those of keys.
struct note_model {
  using B = axis<"B", 1>;       ///< batch
  using V = axis<"V", 6000>;    ///< vocabulary
  using De = axis<"De", 4096>;  ///< token embedding
  using D = axis<"D", 5200>;    ///< hidden width
  using H = axis<"H", 8>;       ///< heads
  using Dk = axis<"Dk", 650>;   ///< head size
  using F = axis<"F", 20800>;   ///< feed-forward width
  using Dl = axis<"Dl", 3200>;  ///< last hidden state
  /// What the compiler checks.
  using facts = llm::facts<shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

/// One block: attention with weights `[D, (H Dk)]`, feed-forward `[D, F]`, a LayerNorm behind each.
template <class Model, class Storage>
struct block_weights {
  using D = typename Model::D;                                 ///< hidden width
  using F = typename Model::F;                                 ///< feed-forward width
  using heads = fused<typename Model::H, typename Model::Dk>;  ///< `(H Dk)`
  /// `[In, Out]`
  template <class In, class Out>
  using matrix = typename Storage::template matrix<In, Out>;
  /// Query, key, value and output.
  using attention_type = nn::attention_weights<matrix<D, heads>, matrix<D, heads>, matrix<heads, D>>;
  /// Up and down.
  using feed_forward_type = nn::feed_forward_weights<matrix<D, F>, matrix<F, D>>;
  using norm_type = nn::norm_weights<typename Storage::template array<D>>;  ///< `[D]` twice

  BOOST_HANA_DEFINE_STRUCT(block_weights, (attention_type, attention),  ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, attention_norm),                 ///< behind attention
                           (feed_forward_type, feed_forward),           ///< `[B, L, D] -> [B, L, D]`
                           (norm_type, feed_forward_norm));             ///< behind feed-forward
};

/// The whole model: embedding `[V, De]`, input `[De, D]`, the blocks, output `[D, Dl]`, head `[Dl, V]`. `Storage`
/// says where they lie.
template <class Model, class Storage = owned>
struct model_weights {
  using model = configured<Model>;  ///< with its facts checked
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::De>;  ///< `[V, De]`
  using input_type = typename Storage::template matrix<typename Model::De, typename Model::D>;     ///< `[De, D]`
  using blocks_type = typename Storage::template stack<block_weights<Model, Storage>>;           ///< one for each layer
  using output_type = typename Storage::template matrix<typename Model::D, typename Model::Dl>;  ///< `[D, Dl]`
  using head_type = typename Storage::template matrix<typename Model::Dl, typename Model::V>;    ///< `[Dl, V]`

  BOOST_HANA_DEFINE_STRUCT(model_weights, (embedding_type, embedding),  ///< a row for each token
                           (input_type, input),                         ///< to the hidden width
                           (blocks_type, blocks),                       ///< in their order
                           (output_type, output),                       ///< to the last hidden state
                           (head_type, head));                          ///< to logits
};

namespace detail {
template <class B, class Shape>
inline constexpr bool is_batched = position_of<Shape>(axis_name<B>) != not_found;
template <class B>
inline constexpr bool is_batched<B, poisoned> = true;
}  // namespace detail

/// ids `[L]` or `[B, L]` of `index<V>` -> hidden states `[B, L, Dl]`, with B=1 where the ids have none, and the caches
/// within the step: each layer has appended its L positions once. Refused and thrown as by `nn::transformer_block`.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, model_weights<Model, Storage> const& w, Caches&& caches) {
  using nn::P2, nn::P3, nn::P18;
  auto const tokens = P2(replicated(embed(w.embedding, ids)));  // [L, De]
  auto x = [](auto mapped) {
    if constexpr (detail::is_batched<typename Model::B, shape_of<Ids>>)
      return P3(std::move(mapped));  // [B, L, D]
    else
      return P3(unsqueeze<typename Model::B>(std::move(mapped)));  // [B, L, D]
  }(replicated(linear(tokens, w.input)));
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = nn::transformer_block(x, w.blocks[layer], std::forward<Cache>(cache));  // [B, L, D]
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{P18(linear(x, w.output)), std::move(stepped)};  // [B, L, Dl]
}

}  // namespace shapeproof::llm
