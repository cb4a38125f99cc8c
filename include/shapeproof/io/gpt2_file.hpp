// SPDX-License-Identifier: BSL-1.0
/// Files of the GPT-2 family in safetensors, matrices `[out, in]`. Needs the component `shapeproof::files`.
#pragma once

#include <shapeproof/io/load.hpp>
#include <shapeproof/llm/gpt2.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace shapeproof::io {

/// What a file says about a GPT-2 model, in elements and counts.
struct gpt2_header {
  std::size_t width = 0,      ///< D
      feed_forward = 0,       ///< F
      layers = 0,             ///< blocks
      heads = 0,              ///< H
      head_size = 0,          ///< Dk
      vocabulary = 0,         ///< V
      positions = 0;          ///< P
  llm::gpt2_options options;  ///< numbers that are no extents

  /// The same by the names of the axes.
  std::vector<stated_extent> extents() const;
};

/// Whether the file has the names of a GPT-2 model.
bool is_gpt2(weight_file const& file);

/// The header of a GPT-2 model. Throws `file_error` with every number that is missing, not positive or does not divide.
gpt2_header read_gpt2_header(weight_file const& file);

/// The names of the tensors; query, key and value are the thirds of one. A head that the file states as not tied must
/// be there.
std::span<parameter_source const> gpt2_sources(weight_file const& file);

/// A GPT-2 model whose matrices view the file. `Model` has numbers, which the file must have, or symbols, which it
/// binds: `llm::any_gpt2`. A matrix `[In, Out]` is `[Out, In]` in the file. Throws `file_error` with all mismatches.
template <class Model>
auto load_gpt2(weight_file file) {
  using axes = shape<typename Model::V, typename Model::P, typename Model::D, typename Model::H, typename Model::Dk,
                     typename Model::F>;
  auto const header = read_gpt2_header(file);
  auto const sources = gpt2_sources(file);
  auto result = load<llm::gpt2_weights<Model, llm::stored<nn::linear_convention>>, axes>(
      std::move(file), sources, header.extents(), header.layers);
  result.weights.options = header.options;
  return result;
}

}  // namespace shapeproof::io
