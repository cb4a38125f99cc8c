// SPDX-License-Identifier: BSL-1.0
/// Loop nests at work: joining loops, counting turns, and walking through them.
#pragma once

#include "shapeproof/cpu/loops.hpp"

#include <algorithm>
#include <cstddef>

namespace shapeproof::cpu::detail {

constexpr auto as_signed(std::size_t count) -> std::ptrdiff_t { return static_cast<std::ptrdiff_t>(count); }

/// How often the innermost body of the nest runs.
template <std::size_t Operands>
auto turns(loop_nest<Operands> const& loops) -> std::size_t {
  std::size_t count = 1;
  for (std::size_t i = 0; i < loops.rank; ++i) count *= loops.at[i].extent;
  return count;
}

/// Whether `outer` around `inner` is one longer loop for every operand.
template <std::size_t Operands>
auto joins(loop<Operands> const& outer, loop<Operands> const& inner) -> bool {
  for (std::size_t i = 0; i < Operands; ++i)
    if (outer.step[i] != as_signed(inner.extent) * inner.step[i]) return false;
  return true;
}

/// The same turns in the same order with fewer loops: none of extent 1, neighbours joined where they can be.
template <std::size_t Operands>
auto collapse(loop_nest<Operands> const& loops) -> loop_nest<Operands> {
  loop_nest<Operands> result;
  for (std::size_t i = 0; i < loops.rank; ++i) {
    auto next = loops.at[i];
    if (next.extent == 1) continue;
    if (result.rank > 0 && joins(result.at[result.rank - 1], next)) next.extent *= result.at[--result.rank].extent;
    result.at[result.rank++] = next;
  }
  return result;
}

/// Takes the innermost loop off the nest; of an empty nest, a loop that turns once.
template <std::size_t Operands>
auto take_innermost(loop_nest<Operands>& loops) -> loop<Operands> {
  return loops.rank == 0 ? loop<Operands>{} : loops.at[--loops.rank];
}

/// Where every operand stands at one turn of a nest; `next` goes to the turn after it.
template <std::size_t Operands>
class cursor {
 public:
  cursor(loop_nest<Operands> const& loops, std::size_t turn) : loops_(loops) {
    for (std::size_t i = loops.rank; turn > 0 && i-- > 0;) {
      position_[i] = turn % loops.at[i].extent;
      turn /= loops.at[i].extent;
      move(i, as_signed(position_[i]));
    }
  }

  void next() {
    for (std::size_t i = loops_.rank; i-- > 0;) {
      move(i, 1);
      if (++position_[i] < loops_.at[i].extent) return;
      move(i, -as_signed(position_[i]));
      position_[i] = 0;
    }
  }

  auto position(std::size_t i) const -> std::size_t { return position_[i]; }
  auto offset(std::size_t operand) const -> std::ptrdiff_t { return offset_[operand]; }

 private:
  void move(std::size_t i, std::ptrdiff_t count) {
    for (std::size_t operand = 0; operand < Operands; ++operand) offset_[operand] += count * loops_.at[i].step[operand];
  }

  loop_nest<Operands> const& loops_;
  std::size_t position_[max_rank] = {};
  std::ptrdiff_t offset_[Operands] = {};
};

/// Part `index` of `count` in `parts` parts whose sizes differ by one at most.
struct part {
  std::ptrdiff_t first, size;
  part(std::ptrdiff_t count, std::ptrdiff_t parts, std::ptrdiff_t index)
      : first(count / parts * index + std::min(index, count % parts)),
        size(count / parts + (index < count % parts ? 1 : 0)) {}
};

/// How many parts of at most `most` it takes to cover `count`.
inline auto parts_of(std::ptrdiff_t count, std::ptrdiff_t most) -> std::ptrdiff_t { return (count + most - 1) / most; }

}  // namespace shapeproof::cpu::detail
