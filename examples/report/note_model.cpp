// SPDX-License-Identifier: BSL-1.0
/// The model of the note.
#include "../demo/note_weights.hpp"
#include "run_model.hpp"

#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/llm/token_ids.hpp>

namespace {

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

struct note_family {
  using model = llm::note_model;
  static constexpr sp::trace traced = llm::traced_step<model, "L", "past">();
  sp::symbol_values<sp::symbols<>> sizes = {};

  static auto ids(std::vector<int> const& tokens) { return llm::token_ids<model::V>(tokens); }
  template <class Tokens>
  static auto ids_of_step(Tokens const& tokens) {
    return sp::view<sp::index<model::V> const, sp::axis<"L", 1>>(tokens.data());
  }
  template <class Weights>
  static std::size_t activation_bytes(Weights const& w, std::size_t tokens) {
    return llm::activation_bytes(w, tokens);
  }
  static bool ends(std::size_t) { return false; }  // weights from a seed know no end of a text

  template <class Ids, class Weights, class Caches>
  static auto embedded(Ids const& ids, Weights const& w, Caches const&) {
    return sp::unsqueeze<model::B>(linear(embed(w.embedding, ids), w.input));
  }
  template <class X, class Weights>
  static X attention_input(X const& x, Weights const&, std::size_t) {
    return x;
  }
  template <class X, class Weights, class Cache>
  static auto layer(X const& x, Weights const& w, std::size_t i, Cache&& cache) {
    return sp::nn::transformer_block(x, w.blocks[i], std::forward<Cache>(cache));
  }
};

template <class T>
model_data run(request const& wanted) {
  auto const weights = made_weights<T>(wanted.chosen->layers, wanted.chosen->seed);
  model_data data = model_run(note_family{}, weights, wanted).run(7);
  data.key = "note";
  data.name = "the note's model, weights from seed " + std::to_string(wanted.chosen->seed);
  data.parameters = llm::parameter_count(weights);
  return data;
}

}  // namespace

model_data note_model(request const& wanted) {
  if (wanted.chosen->weights == "bf16") return run<sp::bf16>(wanted);
  if (wanted.chosen->weights == "int8") return run<sp::int8>(wanted);
  return run<float>(wanted);
}
