// SPDX-License-Identifier: BSL-1.0
/// What a step must cost: the compiler's trace of it, and the two rates of the machine.
#pragma once
#include "../packed_contest.hpp"

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whole {

/// Positions of a step, and those that the cache has already.
struct step_sizes {
  std::size_t layers, tokens, past;
};

/// Seconds of one multiply-add by all threads together, and of one byte read.
struct rates {
  double multiply_add, byte;
};

inline auto is_of_a_layer(std::string_view step) -> bool {
  auto const number = std::stoi(std::string(step.substr(1)));
  return number >= 4 && number <= 17;
}

/// The sum of `of(flops, bytes)` over all operations of a step.
template <class Of>
auto total(shapeproof::trace const& traced, step_sizes const& sizes, Of const& of) -> double {
  auto const value = [&](shapeproof::polynomial const& cost) {
    return static_cast<double>(
        shapeproof::evaluate(cost, [&](std::string_view symbol) { return symbol == "L" ? sizes.tokens : sizes.past; }));
  };
  double sum = 0;
  for (std::size_t i = 0; i < traced.count; ++i) {
    auto const& entry = traced.entries[i];
    auto const times = is_of_a_layer(entry.step) ? static_cast<double>(sizes.layers) : 1;
    sum += times * of(value(*entry.flops), value(*entry.bytes));
  }
  return sum;
}

inline auto flops(shapeproof::trace const& traced, step_sizes const& sizes) -> double {
  return total(traced, sizes, [](double count, double) { return count; });
}

/// Seconds of a step whose every operation is at one of the machine's limits.
inline auto predicted(shapeproof::trace const& traced, step_sizes const& sizes, rates const& at) -> double {
  return total(traced, sizes,
               [&](double count, double bytes) { return std::max(count / 2 * at.multiply_add, bytes * at.byte); });
}

inline auto multiply_add_seconds() -> double {
  double best = 0;
  contest::seconds_of([&] { best = std::max(best, shapeproof::cpu::multiply_add_rate(0.005)); });
  return 1 / best;
}

inline auto unsteadiness(std::vector<double> const& reads) -> double {
  return contest::median(reads) / *std::min_element(reads.begin(), reads.end());
}

/// The median of the ratios of what was measured in the same rounds.
inline auto ratio(std::vector<double> const& one, std::vector<double> const& other) -> double {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / other[i]);
  return contest::median(ratios);
}

}  // namespace whole
