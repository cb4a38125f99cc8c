// SPDX-License-Identifier: BSL-1.0
/// Memory that a thread keeps between calls of a kernel.
#pragma once

#include <cstddef>
#include <vector>

namespace shapeproof::cpu::detail {

/// A cache line of floats.
struct alignas(64) line {
  float values[16];
};

/// At least `count` floats, aligned to a cache line; for each thread the same memory at every call with one
/// Use.
template <typename Use>
auto scratch(std::ptrdiff_t count) -> float* {
  thread_local std::vector<line> memory;
  auto const lines = static_cast<std::size_t>(count) / 16 + 1;
  if (memory.size() < lines) memory.resize(lines);
  return memory.front().values;
}

}  // namespace shapeproof::cpu::detail
