// SPDX-License-Identifier: BSL-1.0
/// Weights of the note's model, made up from a seed.
#pragma once

#include "measure.hpp"

#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

/// What the types say of a model with so many layers.
struct model_size {
  std::size_t parameters = 0;
  std::size_t bytes = 0;
};

/// With matrices packed as `T`; the table of embeddings, of which a step looks up a few rows, is floats.
template <class T>
model_size size_from_types(std::size_t layers) {
  namespace llm = shapeproof::llm;
  using model = llm::note_model;
  model_size size;
  auto const add = [&](auto const& weights, std::size_t times) {
    llm::for_each_parameter(weights, [&](std::string const& name, auto const& parameter) {
      using shape = shapeproof::shape_of<decltype(parameter)>;
      auto const count = static_cast<std::size_t>(shapeproof::element_count<shape>.number());
      size.parameters += times * count;
      if constexpr (shape::rank == 2)
        if (name != "embedding") {
          size.bytes += times * shapeproof::cpu::packed_size(shapeproof::static_extent<shapeproof::type_at<shape, 0>>,
                                                             shapeproof::static_extent<shapeproof::type_at<shape, 1>>,
                                                             shapeproof::detail::weight_type_of<T>);
          return;
        }
      size.bytes += times * count * sizeof(float);
    });
  };
  add(llm::model_weights<model, llm::traced>{}, 1);  // with one layer
  add(llm::block_weights<model, llm::traced>{}, layers - 1);
  return size;
}

inline void require_memory(double needed) {
  if (needed > 0.9 * machine_memory())
    throw std::runtime_error("the weights need " + std::to_string(needed * 1e-9) + " GB, the machine has " +
                             std::to_string(machine_memory() * 1e-9) + " GB: choose fewer --layers");
}

inline void show_progress(std::size_t done, std::size_t all) {
  constexpr std::size_t width = 40;
  std::size_t const filled = done * width / all;
  std::fprintf(stderr, "\rfilling weights [%s%s] %3zu %%", std::string(filled, '#').c_str(),
               std::string(width - filled, ' ').c_str(), done * 100 / all);
  if (done == all) std::fprintf(stderr, "\n");
}

/// The weights, with progress on stderr. More than the machine can hold is a `runtime_error`.
template <class T>
auto made_weights(std::size_t layers, std::uint64_t seed) {
  namespace llm = shapeproof::llm;
  auto const size = size_from_types<T>(layers);
  require_memory(static_cast<double>(size.bytes));
  std::size_t done = 0;
  return llm::weights_from_seed<llm::model_weights<llm::note_model, llm::packed<T>>>(
      layers, seed, [&](std::string const&, std::size_t count) { show_progress(done += count, size.parameters); });
}
