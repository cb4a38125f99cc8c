// SPDX-License-Identifier: BSL-1.0
#include "storytellers.hpp"

#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/arena.hpp>

#include <memory>
#include <utility>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

template <class Weights, class Caches, class Token>
void tell(Weights const& weights, Caches&& caches, Token token, std::size_t tokens, listener const& hear) {
  llm::random_stream unused;
  auto step = llm::decode(token, weights, std::forward<Caches>(caches));
  for (std::size_t i = 1;; ++i) {
    token = llm::sample(sp::gathered<"V">(step.logits), {.temperature = 0}, unused);
    hear(token(0).value(), step.logits.data());
    if (i == tokens) return;
    step = llm::decode(token, weights, std::move(step.caches));
  }
}

/// `Model` says whether extents are numbers or symbols; `kept` holds what the weights view.
template <class Model, class Loaded, class Weights>
auto told_with(std::string name, std::string packing, std::shared_ptr<Loaded> const& kept,
               std::shared_ptr<Weights> const& weights, std::size_t capacity) -> storyteller {
  auto const bytes = [&] {
    if constexpr (sp::is_static<typename Model::B>)
      return llm::activation_bytes(*weights, 1);
    else
      return llm::activation_bytes(*weights, 1, kept->sizes, sp::no_padding{}, sp::bind<"B">(1));
  }();
  auto const run = [=, activations = std::make_shared<sp::arena>(bytes)](std::size_t tokens, listener const& hear) {
    sp::arena::scope const within(*activations);
    using V = typename Model::V;
    using B = typename Model::B;
    if constexpr (sp::is_static<V>) {
      sp::tensor<sp::index<V>, B> begin;
      begin(0) = sp::index<V>(1);
      tell(*weights, llm::empty_caches<Model>(kept->layers(), capacity), begin, tokens, hear);
    } else {
      sp::tensor<sp::index<V>, B> begin(sp::bind<"B">(1));
      begin(0) = sp::index<V>(1, kept->weights.embedding.template extent<"V">());
      tell(*weights,
           llm::empty_caches<Model>(kept->layers(), capacity, kept->sizes, sp::no_padding{}, sp::bind<"B">(1)), begin,
           tokens, hear);
    }
  };
  return {std::move(name), std::move(packing), run};
}

/// The same numbers in a model that is written for ranks, over one.
struct stories_on_one_rank : llm::stories_260k {
  using tp = sp::mesh<"tp", 1>;
  using V = sp::shard<llm::stories_260k::V, tp>;
  using Hkv = sp::shard<llm::stories_260k::Hkv, tp>;
  using F = sp::shard<llm::stories_260k::F, tp>;
};

template <class Model>
void add(std::vector<storyteller>& to, std::string const& name, std::string const& file, std::size_t capacity) {
  auto loaded = io::load_llama<Model>(io::open_weights(file));
  auto const model = std::make_shared<decltype(loaded)>(std::move(loaded));
  auto packed = llm::packed_weights<float>(model->weights);
  using stored_weights = decltype(model->weights);
  to.push_back(
      told_with<Model>(name, "stored", model, std::shared_ptr<stored_weights>(model, &model->weights), capacity));
  to.push_back(
      told_with<Model>(name, "packed", model, std::make_shared<decltype(packed)>(std::move(packed)), capacity));
}

}  // namespace

std::vector<storyteller> typed_storytellers(std::string const& file, std::size_t capacity) {
  std::vector<storyteller> result;
  add<llm::stories_260k>(result, "numbers", file, capacity);
  add<stories_on_one_rank>(result, "one rank", file, capacity);
  add<llm::interleaved_llama>(result, "symbols", file, capacity);
  return result;
}
