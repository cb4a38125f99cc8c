// SPDX-License-Identifier: BSL-1.0
/// What a run leaves unseen: attention weights, and what is in a cache.
#pragma once

#include "data.hpp"

#include <shapeproof/llm/stack.hpp>
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/nn/attention.hpp>
#include <shapeproof/ops/softmax.hpp>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// `[B=1, H, L, S]` -> rows of weights for each head.
template <class Weights>
layer_weights rows_of(Weights const& weights) {
  layer_weights result(weights.template extent<"H">());
  for (std::size_t h = 0; h < result.size(); ++h) {
    result[h].resize(weights.template extent<"L">());
    for (std::size_t l = 0; l < result[h].size(); ++l)
      for (std::size_t s = 0; s < weights.template extent<"S">(); ++s) result[h][l].push_back(weights(0, h, l, s));
  }
  return result;
}

/// The attention weights of each layer in a step from these caches: `attend` has none in memory, so the layers run once
/// more, and the weights are computed by attention's own steps from the queries and keys of this run.
template <class Family, class Ids, class Weights, class Caches>
std::vector<layer_weights> attention_weights(Family const& family, Ids const& ids, Weights const& w, Caches caches) {
  namespace nn = shapeproof::nn;
  std::vector<layer_weights> result;
  auto x = family.embedded(ids, w, caches);
  for (std::size_t i = 0; i < caches.size(); ++i) {
    auto const& attention = w.blocks[i].attention;
    auto const into = family.attention_input(x, w, i);  // [B, L, D]
    auto const q = nn::project_to_heads(into, attention.query);
    auto const k = nn::project_to_heads(into, attention.key);
    auto const v = nn::project_to_heads(into, attention.value);
    auto cache = caches[i];
    auto const seen = nn::append(std::move(cache), k, v);
    result.push_back(rows_of(shapeproof::causal_softmax<"L", "S">(nn::scores_of(q, seen.keys))));
    x = family.layer(x, w, i, std::move(caches[i])).output;
  }
  return result;
}

/// The length of the key of each position and head.
template <class Cache>
std::vector<std::vector<float>> key_norms(Cache& cache) {
  auto const& keys = cache.keys();  // [B=1, H, S=capacity, Dk]
  std::vector<std::vector<float>> result(cache.length());
  for (std::size_t s = 0; s < result.size(); ++s)
    for (std::size_t h = 0; h < keys.template extent<"H">(); ++h) {
      double sum = 0;
      for (std::size_t d = 0; d < keys.template extent<"Dk">(); ++d) {
        double const component = keys(0, h, s, d);
        sum += component * component;
      }
      result[s].push_back(static_cast<float>(std::sqrt(sum)));
    }
  return result;
}
