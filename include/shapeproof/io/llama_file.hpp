// SPDX-License-Identifier: BSL-1.0
/// Files of the Llama family: llama2.c's `.bin` and the same names in safetensors, and GGUF. Needs `shapeproof::files`.
#pragma once

#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/load.hpp>
#include <shapeproof/llm/llama.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::io {

/// What a file says about a Llama model.
struct llama_header {
  std::size_t width = 0, feed_forward = 0, layers = 0, heads = 0, key_heads = 0, head_size = 0, vocabulary = 0;
  std::size_t positions = 0;  ///< that it was trained with; more can be asked of it
  llm::llama_options options;
  bool half_split = false;  ///< pairs lie half a head apart, else side by side

  std::vector<stated_extent> extents() const;
};

/// Whether the file has the names of a Llama model.
bool is_llama(weight_file const& file);

/// Throws `file_error` with every number that is missing, not positive or does not divide.
llama_header read_llama_header(weight_file const& file);

/// The names of the file's container.
std::span<parameter_source const> llama_sources(weight_file const& file);

/// A Llama model whose matrices view the file. `Model` has numbers, which the file must have, or symbols, which it
/// binds: `llm::interleaved_llama`. Throws `file_error` with all mismatches.
template <class Model>
auto load_llama(weight_file file) {
  using axes = shape<typename Model::V, typename Model::D, typename Model::Hkv, typename Model::G, typename Model::Dk,
                     typename Model::F>;
  auto const header = read_llama_header(file);
  constexpr bool half_split = axis_name<type_at<axes, 4>> == "(C R)";
  if (header.half_split != half_split)
    throw file_error(file.name(), {std::string("the pairs of a head lie ") +
                                   (header.half_split ? "half a head apart" : "side by side") +
                                   ", the model's heads are " + std::string(axis_name<type_at<axes, 4>>)});
  auto const sources = llama_sources(file);
  auto result = load<llm::llama_weights<Model, llm::stored<nn::linear_convention>>, axes>(
      std::move(file), sources, header.extents(), header.layers);
  result.weights.options = header.options;
  return result;
}

}  // namespace shapeproof::io
