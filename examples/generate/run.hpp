// SPDX-License-Identifier: BSL-1.0
/// A model's file to a text: packed once, or packed already.
#pragma once

#include "generate.hpp"
#include "options.hpp"
#include "request.hpp"

#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/io/packed_file.hpp>
#include <shapeproof/io/tokenizer.hpp>
#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What is wanted of a model, checked before its weights are packed.
struct job {
  options const* chosen = nullptr;
  model_facts facts;
  std::unique_ptr<shapeproof::io::tokenizer> pieces;
  std::optional<request> wanted;  ///< nothing where the weights are only saved
};

/// Reads the tokenizer, checks the options against the model, and prints warnings.
job job_of(options const& chosen, model_facts const& facts, shapeproof::io::weight_file const& file,
           std::vector<std::string> const& unused);

/// Generates what is wanted, with the sinks that the options ask for; `generate` runs the model. Gives the exit code.
int run_job(job const& work, std::function<run_result(request const&, listener const&)> const& generate);

/// Tells that the file was written.
void print_saved(options const& chosen);

/// A file of each family; its weights are packed as the options say, or already. Gives the exit code.
int run_gpt2(shapeproof::io::weight_file file, options const& chosen);
int run_interleaved_llama(shapeproof::io::weight_file file, options const& chosen);
int run_half_split_llama(shapeproof::io::weight_file file, options const& chosen);

namespace detail {

/// Weights that lie elsewhere: one type for both ways to have them.
template <class Weights, class Sizes>
struct seen_model {
  Weights weights;
  Sizes sizes;

  std::size_t layers() const { return weights.blocks.size(); }
};

template <class Model, class Weights, class Sizes>
int run_views(job const& work, Weights weights, Sizes const& sizes) {
  seen_model<Weights, Sizes> const model{std::move(weights), sizes};
  return run_job(work, [&](request const& wanted, listener const& to) { return generate<Model>(model, wanted, to); });
}

/// Packs the weights of a file that was loaded, which are not needed after that.
template <class Model, class T, class Loaded>
int run_as(job const& work, Loaded loaded) {
  auto const packed = llm::packed_weights<T>(loaded.weights);
  auto const sizes = loaded.sizes;
  {
    auto const unneeded = std::move(loaded);
  }
  if (!work.chosen->save_packed.empty()) {
    shapeproof::io::save_packed(work.chosen->save_packed, packed, work.facts.positions);
    print_saved(*work.chosen);
  }
  return work.wanted ? run_views<Model>(work, llm::views_of(packed), sizes) : 0;
}

template <class Model, class Loaded>
int run_loaded(Loaded loaded, options const& chosen, model_facts const& facts) {
  auto const work = job_of(chosen, facts, loaded.file, loaded.unused);
  if (chosen.weights == "bf16") return run_as<Model, shapeproof::bf16>(work, std::move(loaded));
  if (chosen.weights == "int8") return run_as<Model, shapeproof::int8>(work, std::move(loaded));
  return run_as<Model, float>(work, std::move(loaded));
}

template <class Model, class Weights>
int run_packed_as(shapeproof::io::weight_file file, options const& chosen, model_facts facts) {
  auto loaded = shapeproof::io::load_packed<Weights>(std::move(file));
  facts.vocabulary = loaded.weights.embedding.template extent<"V">();
  auto const work = job_of(chosen, facts, loaded.file, {});
  return run_views<Model>(work, std::move(loaded.weights), loaded.sizes);
}

/// The weights of a packed file, whose elements its header says.
template <class Model, template <class, class> class Weights>
int run_packed(shapeproof::io::weight_file file, options const& chosen, model_facts const& facts) {
  auto const elements = shapeproof::io::read_packed_header(file.contents(), file.name()).elements;
  if (elements == "bf16")
    return run_packed_as<Model, Weights<Model, llm::packed_views<shapeproof::bf16>>>(std::move(file), chosen, facts);
  if (elements == "int8")
    return run_packed_as<Model, Weights<Model, llm::packed_views<shapeproof::int8>>>(std::move(file), chosen, facts);
  return run_packed_as<Model, Weights<Model, llm::packed_views<float>>>(std::move(file), chosen, facts);
}

/// The positions that a packed file states, or as many as one likes.
inline std::size_t positions_of(shapeproof::io::weight_file const& file) {
  auto const stated = shapeproof::io::read_packed_header(file.contents(), file.name()).positions;
  return stated > 0 ? stated : static_cast<std::size_t>(-1);
}

template <class Model>
int run_llama(shapeproof::io::weight_file file, options const& chosen) {
  if (file.kind() == shapeproof::io::container::packed) {
    model_facts const facts = {.positions = positions_of(file), .begins_texts = true};
    return run_packed<Model, llm::llama_weights>(std::move(file), chosen, facts);
  }
  auto const header = shapeproof::io::read_llama_header(file);
  model_facts const facts = {.vocabulary = header.vocabulary, .positions = header.positions, .begins_texts = true};
  return run_loaded<Model>(shapeproof::io::load_llama<Model>(std::move(file)), chosen, facts);
}

}  // namespace detail
