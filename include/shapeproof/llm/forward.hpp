// SPDX-License-Identifier: BSL-1.0
/// Prefill and decode: one algorithm over positions. Queries cover [past, past+L), keys [0, past+L).
#pragma once

#include <shapeproof/llm/configuration.hpp>
#include <shapeproof/llm/stack.hpp>
#include <shapeproof/nn/step.hpp>
#include <shapeproof/nn/transformer_block.hpp>
#include <shapeproof/ops/embed.hpp>
#include <shapeproof/ops/linear.hpp>
#include <shapeproof/ops/select.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// The storage of a cache's keys (or values): `[B, H, S=capacity, Dk]`.
template <class Model, extent Capacity, template <class, class...> class Array = tensor>
using cache_storage = Array<float, typename Model::B, typename Model::H, axis<"S", Capacity>, typename Model::Dk>;

/// The cache of one layer with `Past` filled positions.
template <class Model, extent Past, extent Capacity, template <class, class...> class Array = tensor>
using layer_cache = nn::kv_cache<cache_storage<Model, Capacity, Array>, axis<"S", Past>>;

/// What a step gives: the logits of its last position, and the caches with its positions in them.
template <class Logits, class Caches>
struct step_result {
  Logits logits;
  Caches caches;
};

/// Caches are taken over: pass `std::move(caches)`, or a copy to keep them.
template <class Caches>
concept taken_over = !std::is_reference_v<Caches>;

/// ids `[L]` of `index<V>` -> hidden states `[B=1, L, Dl]`, and the caches within the step: each layer has appended its
/// L positions once.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto hidden_states(Ids const& ids, Weights const& w, Caches&& caches) {
  using nn::P2, nn::P3, nn::P18;
  auto const tokens = P2(embed(w.embedding, ids));                              // [L, De]
  auto x = P3(unsqueeze<typename Weights::model::B>(linear(tokens, w.input)));  // [B, L, D]
  auto stepped = each_changed(std::forward<Caches>(caches), [&](auto&& cache, std::size_t layer) {
    auto [y, next] = nn::transformer_block(x, w.blocks[layer], std::move(cache));  // [B, L, D]
    x = std::move(y);
    return std::move(next);
  });
  return nn::attended{P18(linear(x, w.output)), std::move(stepped)};  // [B, L, Dl]
}

/// Throws `shape_error` where the step cannot be done: no token, or a cache that has no room for all of them.
template <any_tensor Ids, class Weights, class Caches>
void require_step(Ids const& ids, Weights const& w, Caches const& caches) {
  if (ids.size() == 0) throw shape_error("forward", to_string(ids), "there is no token; a step needs one or more");
  if (w.blocks.size() != caches.size())
    throw shape_error("forward",
                      std::to_string(w.blocks.size()) + " layers, " + std::to_string(caches.size()) + " caches",
                      "each layer has its own cache");
  for (std::size_t i = 0; i < caches.size(); ++i) {
    if (caches[i].length() != caches[0].length())
      throw shape_error(
          "forward", to_string(caches[0]) + " in layer 0, " + to_string(caches[i]) + " in layer " + std::to_string(i),
          "the caches of all layers hold the same positions");
    nn::require_room(caches[i], ids.size());
  }
}

/// One step: ids `[L]` of `index<V>` and the caches of [0, past) -> logits `[B=1, V]` of the last position and the
/// caches of [0, past+L). Prefill is past = 0, decode is L = 1. Throws `shape_error` before anything is computed where
/// the ids are empty or the capacity does not suffice.
template <any_tensor Ids, class Weights, taken_over Caches>
constexpr auto forward(Ids const& ids, Weights const& w, Caches&& caches) {
  using nn::P19, nn::P20;
  if constexpr (!is_meta<Ids>) require_step(ids, w, caches);
  auto [hidden, stepped] = hidden_states(ids, w, std::forward<Caches>(caches));  // [B, L, Dl]
  auto logits = P20(linear(P19(last<"L">(hidden)), w.head));                     // [B, Dl] -> [B, V]
  auto grown = each_changed(std::move(stepped), [](auto&& cache, std::size_t) { return nn::commit(std::move(cache)); });
  return step_result<decltype(logits), decltype(grown)>{std::move(logits), std::move(grown)};
}

/// Empty caches for `layers` layers, each with room for `capacity` positions.
template <class Model>
auto empty_caches(std::size_t layers, std::size_t capacity) {
  std::vector<layer_cache<Model, 0, "capacity">> caches;
  caches.reserve(layers);
  for (std::size_t i = 0; i < layers; ++i) caches.emplace_back(bind<"capacity">(capacity));
  return caches;
}

/// `forward`, then the filled length becomes the symbol `past`: every step of a loop has the same types. The caches
/// that were passed are as before where it throws.
template <any_tensor Ids, class Weights, taken_over Caches>
auto advance(Ids const& ids, Weights const& w, Caches&& caches) {
  auto result = forward(ids, w, std::forward<Caches>(caches));
  auto again = each_changed(std::move(result.caches),
                            [](auto&& cache, std::size_t) { return nn::rebound<"past">(std::move(cache)); });
  return step_result<decltype(result.logits), decltype(again)>{std::move(result.logits), std::move(again)};
}

/// The whole prompt at once, from empty caches: ids `[L]` -> logits `[B=1, V]`, caches of [0, L).
template <any_tensor Ids, class Weights, taken_over Caches>
auto prefill(Ids const& prompt, Weights const& w, Caches&& empty) {
  for (std::size_t i = 0; i < empty.size(); ++i)
    if (empty[i].length() != 0)
      throw shape_error("prefill", to_string(empty[i]), "the cache is not empty; advance appends to it");
  return advance(prompt, w, std::forward<Caches>(empty));
}

/// One token more: id -> logits `[B=1, V]`, caches of [0, past+1).
template <class Vocabulary, class Weights, taken_over Caches>
auto decode(index<Vocabulary> token, Weights const& w, Caches&& caches) {
  tensor<index<Vocabulary>, axis<"L", 1>> ids;
  ids(0) = token;
  return advance(ids, w, std::forward<Caches>(caches));
}

}  // namespace shapeproof::llm
