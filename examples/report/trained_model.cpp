// SPDX-License-Identifier: BSL-1.0
/// A trained model of the GPT-2 family, from a file.
#include "run_model.hpp"

#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/gpt2.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>

#include <filesystem>
#include <stdexcept>

namespace {

namespace sp = shapeproof;
namespace io = shapeproof::io;

template <class Sizes>
struct gpt2_family {
  using model = llm::any_gpt2;
  static constexpr sp::trace traced = llm::traced_step<llm::gpt2_weights, model, "L", "past">();
  Sizes sizes;
  std::size_t vocabulary;
  std::size_t end_of_text;

  auto ids(std::vector<int> const& tokens) const {
    sp::tensor<sp::index<model::V>, model::B, sp::axis<"L">> result(sp::bind<"B">(1), sp::bind<"L">(tokens.size()));
    for (std::size_t i = 0; i < tokens.size(); ++i) result(0, i) = sp::index<model::V>(tokens[i], vocabulary);
    return result;
  }
  template <class Tokens>
  static auto ids_of_step(Tokens const& tokens) {
    return sp::contiguous(sp::move_axis<"L", -1>(sp::unsqueeze<sp::axis<"L", 1>>(tokens)));
  }
  template <class Weights>
  std::size_t activation_bytes(Weights const& w, std::size_t tokens) const {
    return llm::activation_bytes(w, tokens, sizes, sp::no_padding{}, sp::bind<"B">(1));
  }
  bool ends(std::size_t id) const { return id == end_of_text; }

  template <class Ids, class Weights, class Caches>
  static auto embedded(Ids const& ids, Weights const& w, Caches const& caches) {
    return embed(w.embedding, ids) + embed(w.positions, sp::nn::position_indices(w.positions, caches[0], ids));
  }
  template <class X, class Weights>
  static auto attention_input(X const& x, Weights const& w, std::size_t i) {
    auto const& [gamma, beta] = w.blocks[i].attention_norm;
    return sp::layer_norm<"D">(x, gamma, beta, w.options.epsilon);
  }
  template <class X, class Weights, class Cache>
  static auto layer(X const& x, Weights const& w, std::size_t i, Cache&& cache) {
    return llm::gpt2_layer(x, w.blocks[i], w.options, std::forward<Cache>(cache));
  }
};

template <class T, class Loaded>
model_data run(request const& wanted, Loaded const& loaded, std::size_t vocabulary) {
  gpt2_family<std::remove_const_t<decltype(loaded.sizes)>> const family = {
      loaded.sizes, vocabulary, static_cast<std::size_t>(wanted.pieces->end_of_text().value_or(-1))};
  auto const weights = llm::packed_weights<T>(loaded.weights);
  model_data data = model_run(family, weights, wanted).run(41);
  data.key = "trained";
  data.name = std::filesystem::path(wanted.chosen->checkpoint).stem().string();
  data.parameters = llm::parameter_count(loaded.weights);
  if (loaded.weights.head.data() == loaded.weights.embedding.data()) data.parameters -= loaded.weights.head.size();
  return data;
}

/// What the options ask for must be there.
void require_fit(request const& wanted, io::gpt2_header const& header) {
  if (header.vocabulary != wanted.pieces->size())
    throw std::runtime_error("--checkpoint: the vocabulary is " + std::to_string(header.vocabulary) +
                             ", the tokenizer has " + std::to_string(wanted.pieces->size()) + " pieces");
  if (std::size_t const capacity = wanted.tokens.size() + wanted.chosen->tokens; capacity > header.positions)
    throw std::runtime_error("--tokens: prompt and decode steps are " + std::to_string(capacity) +
                             " positions, the model of --checkpoint has learned " + std::to_string(header.positions));
}

}  // namespace

model_data trained_model(request const& wanted) {
  auto file = io::open_weights(wanted.chosen->checkpoint);
  if (file.kind() == io::container::packed || !io::is_gpt2(file))
    throw std::runtime_error("--checkpoint: " + wanted.chosen->checkpoint + " is no model of the GPT-2 family");
  auto const header = io::read_gpt2_header(file);
  require_fit(wanted, header);
  auto const loaded = io::load_gpt2<llm::any_gpt2>(std::move(file));
  if (wanted.chosen->weights == "bf16") return run<sp::bf16>(wanted, loaded, header.vocabulary);
  if (wanted.chosen->weights == "int8") return run<sp::int8>(wanted, loaded, header.vocabulary);
  return run<float>(wanted, loaded, header.vocabulary);
}
