// SPDX-License-Identifier: BSL-1.0
/// How a kernel is told its loops: extents, and how far each operand moves; no names, no shapes.
#pragma once

#include <cstddef>

namespace shapeproof::cpu {

/// One loop of a kernel: how often it turns and how far each operand moves a turn, in elements.
/// A step of 0 reads the same element every turn (broadcast); it is allowed for operands that are only read.
template <std::size_t Operands>
struct loop {
  std::size_t extent = 1;              ///< how often it turns
  std::ptrdiff_t step[Operands] = {};  ///< elements that each operand moves a turn
};

/// The most loops that a nest can hold.
inline constexpr std::size_t max_rank = 8;

/// Nested loops, outermost first; only the first `rank` count. Rank 0 is the empty nest, which turns once.
template <std::size_t Operands>
struct loop_nest {
  std::size_t rank = 0;              ///< how many loops there are
  loop<Operands> at[max_rank] = {};  ///< the first `rank` count
};

}  // namespace shapeproof::cpu
