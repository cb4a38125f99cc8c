// SPDX-License-Identifier: BSL-1.0
/// Steps of a packed model from any number of cached positions, over and over in the same memory.
#pragma once

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/cpu/random.hpp>
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace whole {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

template <class Model>
auto filled_weights(std::size_t layers) {
  llm::model_weights<Model> weights;
  weights.blocks.resize(layers);
  llm::fill_from_seed(weights, 1, [](std::string const&, std::size_t) {});
  return weights;
}

template <class Model>
auto ids_of(std::size_t tokens) {
  std::vector<std::size_t> ids(tokens);
  for (std::size_t i = 0; i < tokens; ++i) ids[i] = i * 37 % sp::static_extent<typename Model::V>;
  return llm::token_ids<typename Model::V>(ids);
}

/// Calls `visit(floats, bytes)` for the memory of every parameter; elements of packed weights are not floats.
template <class Weights, class Visit>
void for_each_memory(Weights const& weights, Visit const& visit) {
  if constexpr (sp::any_packed_weight<Weights>) {
    visit(reinterpret_cast<float const*>(weights.data()), weights.bytes());
  } else if constexpr (sp::any_tensor<Weights>) {
    visit(weights.data(), weights.size() * sizeof(float));
  } else if constexpr (requires { weights[0]; }) {
    for (std::size_t i = 0; i < weights.size(); ++i) for_each_memory(weights[i], visit);
  } else {
    namespace hana = boost::hana;
    hana::for_each(hana::accessors<Weights>(),
                   [&](auto const& member) { for_each_memory(hana::second(member)(weights), visit); });
  }
}

/// What a step reads of the weights: all but the embedding, of which it reads a row for each token.
template <class Weights, class Visit>
void for_each_read(Weights const& weights, Visit const& visit) {
  for_each_memory(weights, [&](float const* data, std::size_t bytes) {
    if (data != weights.embedding.data()) visit(data, bytes);
  });
}

template <class Weights>
auto bytes_read(Weights const& weights) -> double {
  std::size_t result = 0;
  for_each_read(weights, [&](float const*, std::size_t bytes) { result += bytes; });
  return static_cast<double>(result);
}

template <class Weights>
void read_all(Weights const& weights) {
  float volatile sum = 0;
  for_each_read(weights, [&](float const* data, std::size_t bytes) {
    sum = sum + sp::cpu::read_once(data, bytes / sizeof(float));
  });
}

template <class Model, class Weights>
class stepper {
 public:
  stepper(Weights const& weights, std::size_t capacity) : weights_(weights) {
    for (std::size_t i = 0; i < weights.blocks.size(); ++i)
      for (auto* all : {&keys_, &values_}) {
        all->emplace_back(sp::bind<"capacity">(capacity));
        sp::cpu::fill_uniform(all->back().data(), all->back().size(), 2, i, -1, 1);
      }
  }

  /// Bytes of one cached position in all layers.
  auto bytes_of_position() const -> double {
    return 2 * static_cast<double>(keys_.size() * keys_[0].size() * sizeof(float)) /
           static_cast<double>(keys_[0].template extent<"S">());
  }

  /// The logits of so many tokens behind `past` others. Symbolic lengths: one type for all.
  auto step(std::size_t tokens, std::size_t past) {
    if (tokens == 1) return decode(past);
    std::vector<llm::layer_cache<Model, 0, "capacity">> caches;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      caches.emplace_back(std::move(keys_[i]), std::move(values_[i]), sp::no_padding{});
    return taken_back(llm::prefill(ids_of<Model>(tokens), weights_, std::move(caches)));
  }

 private:
  auto decode(std::size_t past) {
    using cache = llm::layer_cache<Model, "past", "capacity">;
    typename cache::filled_values filled;
    filled.at[0] = past;
    std::vector<cache> caches;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      caches.emplace_back(std::move(keys_[i]), std::move(values_[i]), filled);
    return taken_back(llm::decode(sp::index<typename Model::V>(7), weights_, std::move(caches)));
  }

  template <class Result>
  auto taken_back(Result&& result) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      keys_[i] = std::move(result.caches[i].keys());
      values_[i] = std::move(result.caches[i].values());
    }
    return std::move(result.logits);
  }

  using storage = llm::cache_storage<Model, "capacity">;
  Weights const& weights_;
  std::vector<storage> keys_, values_;
};

}  // namespace whole
