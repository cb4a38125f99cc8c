// SPDX-License-Identifier: BSL-1.0
/// Weights made up reproducibly from a seed.
#pragma once

#include <shapeproof/cpu/random.hpp>
#include <shapeproof/llm/parameters.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace shapeproof::llm {

/// Fills every parameter from `seed`: matrices uniformly with standard deviation 1/sqrt(rows), the scales of norms with
/// 1, beta and biases with 0. The values depend on the seed, the parameter's place and the element only, not on
/// threads. Calls `progress(name, elements)` after each parameter.
template <class Weights, class Progress>
void fill_from_seed(Weights& weights, std::uint64_t seed, Progress const& progress) {
  std::uint64_t stream = 0;
  for_each_parameter(weights, [&](std::string const& name, auto& parameter) {
    using shape = shape_of<decltype(parameter)>;
    std::size_t const count = parameter.size();
    if constexpr (shape::rank == 1) {
      float const value = name.ends_with("gamma") || name.ends_with("norm") ? 1.0F : 0.0F;
      for (std::size_t i = 0; i < count; ++i) parameter.data()[i] = value;
    } else {
      // A uniform distribution over [-a, a) has standard deviation a / sqrt 3.
      float const bound = __builtin_sqrtf(3.0F / static_cast<float>(parameter.walk().extent[0]));
      cpu::fill_uniform(parameter.data(), count, seed, stream, -bound, bound);
    }
    ++stream;
    progress(name, count);
  });
}

}  // namespace shapeproof::llm
