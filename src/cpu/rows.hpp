// SPDX-License-Identifier: BSL-1.0
/// Rows: one axis made dense, its sum and its maximum.
#pragma once

#include "scratch.hpp"
#include "simd.hpp"

#include <cstddef>
#include <limits>

namespace shapeproof::cpu::detail {

/// The sum of a dense row, kept in double.
inline auto sum(float const* from, std::ptrdiff_t count) -> double {
  double total = 0;
#pragma omp simd reduction(+ : total)
  for (std::ptrdiff_t i = 0; i < count; ++i) total += static_cast<double>(from[i]);
  return total;
}

/// The highest element of a dense row; -infinity for an empty one. With a NaN in it, any number or NaN.
inline auto maximum(float const* from, std::ptrdiff_t count) -> float {
  auto highest = -std::numeric_limits<float>::infinity();
  vector all = highest;
  std::ptrdiff_t i = 0;
  // No masks: those of libstdc++ 12 are wrong for AVX-512 on Clang.
  for (; i + lanes <= count; i += lanes) all = std::experimental::max(all, load(from + i));
  alignas(vector) float rest[lanes];
  store(all, rest);
  for (auto const x : rest) highest = x > highest ? x : highest;
  for (; i < count; ++i) highest = from[i] > highest ? from[i] : highest;
  return highest;
}

/// The row as dense memory: itself, or a copy of it in scratch.
template <typename Use>
auto dense(float const* from, std::ptrdiff_t count, std::ptrdiff_t step) -> float const* {
  if (step == 1) return from;
  auto* const copy = scratch<Use>(count);
  for (std::ptrdiff_t i = 0; i < count; ++i) copy[i] = from[i * step];
  return copy;
}

/// Writes a row by way of dense memory: `fill` gets the row itself, or scratch that is copied to it
/// afterwards.
template <typename Use, typename Fill>
void write_row(float* to, std::ptrdiff_t count, std::ptrdiff_t step, Fill const& fill) {
  if (step == 1) return fill(to);
  auto* const copy = scratch<Use>(count);
  fill(copy);
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i * step] = copy[i];
}

}  // namespace shapeproof::cpu::detail
