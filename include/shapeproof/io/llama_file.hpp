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

/// What a file says about a Llama model, in elements and counts.
struct llama_header {
  std::size_t width = 0,       ///< D
      feed_forward = 0,        ///< F
      layers = 0,              ///< blocks
      heads = 0,               ///< Hkv G
      key_heads = 0,           ///< Hkv
      head_size = 0,           ///< Dk
      vocabulary = 0;          ///< V
  std::size_t positions = 0;   ///< that it was trained with; more can be asked of it
  llm::llama_options options;  ///< numbers that are no extents
  bool half_split = false;     ///< pairs lie half a head apart, else side by side

  /// The same by the names of the axes.
  std::vector<stated_extent> extents() const;
};

/// Whether the file has the names of a Llama model.
bool is_llama(weight_file const& file);

/// The header of a Llama model. Throws `file_error` with every number that is missing, not positive or does not divide.
llama_header read_llama_header(weight_file const& file);

/// The names of the tensors in the file's container.
std::span<parameter_source const> llama_sources(weight_file const& file);

/// A Llama model whose matrices view the file. `Model` has numbers, which the file must have, or symbols, which it
/// binds: `llm::interleaved_llama`. A matrix `[In, Out]` is `[Out, In]` in the file. Throws `file_error` with all
/// mismatches.
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
