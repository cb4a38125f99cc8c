// SPDX-License-Identifier: BSL-1.0
/// The model of the note: post-norm blocks, an input and an output projection around them.
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/storage.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/nn/transformer_block.hpp>
#include <shapeproof/nn/weights.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/select.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::llm {

// The legend of axis names:
//   B batch, L query positions, S key positions, V vocabulary, De token embedding, D hidden, H heads, Dk head size,
//   F feed-forward hidden, Dl last hidden state.

/// The model of the note: V 6000, d_e 4096, d 5200 = 8 * 650, d_ff 20800 = 4 * 5200, d_last 3200.
struct note_model {
  using B = axis<"B", 1>;
  using V = axis<"V", 6000>;
  using De = axis<"De", 4096>;
  using D = axis<"D", 5200>;
  using H = axis<"H", 8>;
  using Dk = axis<"Dk", 650>;
  using F = axis<"F", 20800>;
  using Dl = axis<"Dl", 3200>;
  using facts = llm::facts<shape<D, H, Dk, F>, "D = H*Dk", "F = 4*D">;
};

/// One transformer block.
template <class Model, class Storage>
struct block_weights {
  using D = typename Model::D;
  using F = typename Model::F;
  using heads = fused<typename Model::H, typename Model::Dk>;
  template <class In, class Out>
  using matrix = typename Storage::template matrix<In, Out>;
  using attention_type = nn::attention_weights<matrix<D, heads>, matrix<D, heads>, matrix<heads, D>>;
  using feed_forward_type = nn::feed_forward_weights<matrix<D, F>, matrix<F, D>>;
  using norm_type = nn::norm_weights<typename Storage::template array<D>>;
  BOOST_HANA_DEFINE_STRUCT(block_weights, (attention_type, attention), (norm_type, attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));
};

/// The whole model: embedding `[V, De]`, input `[De, D]`, the blocks, output `[D, Dl]`, head `[Dl, V]`. `Storage`
/// says where they lie.
template <class Model, class Storage = owned>
struct model_weights {
  using model = configured<Model>;
  using embedding_type = typename Storage::template array<typename Model::V, typename Model::De>;
  using input_type = typename Storage::template matrix<typename Model::De, typename Model::D>;
  using blocks_type = typename Storage::template stack<block_weights<Model, Storage>>;
  using output_type = typename Storage::template matrix<typename Model::D, typename Model::Dl>;
  using head_type = typename Storage::template matrix<typename Model::Dl, typename Model::V>;
  BOOST_HANA_DEFINE_STRUCT(model_weights, (embedding_type, embedding), (input_type, input), (blocks_type, blocks),
                           (output_type, output), (head_type, head));
};

/// ids `[L]` of `index<V>` -> hidden states `[B=1, L, Dl]`, and the caches within the step: each layer has appended its
/// L positions once.
template <any_tensor Ids, class Model, class Storage, class Caches>
constexpr auto hidden_states(Ids const& ids, model_weights<Model, Storage> const& w, Caches&& caches) {
  using nn::P2, nn::P3, nn::P18;
  auto const tokens = P2(embed(w.embedding, ids));                     // [L, De]
  auto x = P3(unsqueeze<typename Model::B>(linear(tokens, w.input)));  // [B, L, D]
  auto stepped = each_changed(std::forward<Caches>(caches), [&]<class Cache>(Cache&& cache, std::size_t layer) {
    auto [y, next] = nn::transformer_block(x, w.blocks[layer], std::forward<Cache>(cache));  // [B, L, D]
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{P18(linear(x, w.output)), std::move(stepped)};  // [B, L, Dl]
}

}  // namespace shapeproof::llm
