// SPDX-License-Identifier: BSL-1.0
/// What the kernel tests share: naive loops, data to run on, and how to compare.
#pragma once

#include "shapeproof/cpu/loops.hpp"
#include "shapeproof/cpu/threads.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace naive {

using shapeproof::cpu::loop;
using shapeproof::cpu::loop_nest;

/// Where each operand stands.
template <std::size_t Operands>
struct place {
  std::ptrdiff_t at[Operands] = {};

  auto after(loop<Operands> const& by, std::size_t turn) const -> place {
    auto result = *this;
    for (std::size_t i = 0; i < Operands; ++i) result.at[i] += static_cast<std::ptrdiff_t>(turn) * by.step[i];
    return result;
  }
};

/// Calls body(place) for every turn of the nest, in order.
template <std::size_t Operands, typename Body>
void each(loop_nest<Operands> const& loops, Body const& body, place<Operands> from = {}, std::size_t depth = 0) {
  if (depth == loops.rank) return body(from);
  for (std::size_t turn = 0; turn < loops.at[depth].extent; ++turn)
    each(loops, body, from.after(loops.at[depth], turn), depth + 1);
}

/// The nest with one loop more inside.
template <std::size_t Operands>
auto with(loop_nest<Operands> loops, loop<Operands> const& inner) -> loop_nest<Operands> {
  loops.at[loops.rank++] = inner;
  return loops;
}

/// `count` numbers in [-1, 1) that look random and are the same every time.
inline auto numbers(std::size_t count, std::uint32_t seed = 1) -> std::vector<float> {
  std::vector<float> result(count);
  for (auto& x : result) {
    seed = seed * 1664525U + 1013904223U;
    x = static_cast<float>(seed >> 8) * 0x1p-23F - 1.0F;
  }
  return result;
}

/// The largest |one - other|, infinite if the sizes differ or only one of two numbers is NaN.
inline auto distance(std::vector<float> const& one, std::vector<float> const& other) -> double {
  if (one.size() != other.size()) return HUGE_VAL;
  double result = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (std::isnan(one[i]) != std::isnan(other[i])) return HUGE_VAL;
    if (one[i] != other[i] && !std::isnan(one[i]))
      result = std::max(result, std::abs(static_cast<double>(one[i]) - static_cast<double>(other[i])));
  }
  return result;
}

/// Runs the kernel with 1, 2 and 5 threads; returns its last result, or an empty one if they differ in any
/// bit.
template <typename Kernel>
auto with_threads(Kernel const& kernel) -> std::vector<float> {
  auto const before = shapeproof::cpu::threads();
  std::vector<float> results[3];
  int const counts[] = {1, 2, 5};
  for (std::size_t i = 0; i < 3; ++i) {
    shapeproof::cpu::set_threads(counts[i]);
    results[i] = kernel();
  }
  shapeproof::cpu::set_threads(before);
  auto const same = distance(results[0], results[1]) == 0 && distance(results[0], results[2]) == 0;
  return same ? results[2] : std::vector<float>{};
}

}  // namespace naive
