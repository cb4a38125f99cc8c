// SPDX-License-Identifier: BSL-1.0
/// When the tensors of a traced run begin and end, and how much memory that takes.
#pragma once

#include <shapeproof/core/polynomial.hpp>
#include <shapeproof/tensor/placement.hpp>

#include <cstddef>
#include <new>

namespace shapeproof {

/// The tensors that a run makes, in order. The run happens inside the compiler; sizes may have symbols.
class memory_plan {
 public:
  static constexpr std::size_t max_blocks = 1024;                       ///< tensors in one run
  static constexpr std::size_t unnoted = static_cast<std::size_t>(-1);  ///< what `begin` gives while it pauses

  /// A tensor of so many bytes begins; gives the number by which its end is told. More than max_blocks do not compile.
  constexpr std::size_t begin(polynomial const* bytes) {
    if (paused_) return unnoted;
    if (blocks_ == max_blocks) throw "the memory plan is full";
    events_[events_count_++] = {blocks_, true};
    bytes_[blocks_] = bytes;
    return blocks_++;
  }
  /// That tensor ends.
  constexpr void end(std::size_t block) {
    if (block == unnoted) return;
    if (ended_[block]) throw "a tensor ended twice";
    ended_[block] = true;
    events_[events_count_++] = {block, false};
  }

  /// Tensors that begin from now on, until `resume`, are not noted: what computes them at once has no such tensors.
  constexpr void pause() { paused_ = true; }
  /// Tensors are noted again.
  constexpr void resume() { paused_ = false; }

  /// The bytes of a tensor, over the run's symbols.
  constexpr polynomial const* bytes_of(std::size_t block) const { return bytes_[block]; }
  /// How many tensors there were.
  constexpr std::size_t count() const { return blocks_; }

  /// The bytes of the arena that the run needs, to the byte; `size_of(polynomial)` gives the value of a size. Throws
  /// std::bad_alloc where more tensors are there at once than an arena can hold.
  template <class SizeOf>
  constexpr std::size_t peak(SizeOf const& size_of) const {
    placement blocks;
    std::size_t offset[max_blocks] = {};
    for (std::size_t i = 0; i < events_count_; ++i) {
      auto const& [block, begins] = events_[i];
      if (!begins)
        blocks.remove(offset[block]);
      else if (std::size_t const size = size_of(*bytes_[block]); size > 0) {
        offset[block] = blocks.add(size);
        if (offset[block] == placement::nowhere) throw std::bad_alloc();  // more at once than an arena can hold
      } else
        offset[block] = placement::nowhere;
    }
    return blocks.peak();
  }

 private:
  struct event {
    std::size_t block = 0;
    bool begins = false;
  };
  event events_[2 * max_blocks] = {};
  std::size_t events_count_ = 0;
  polynomial const* bytes_[max_blocks] = {};
  bool ended_[max_blocks] = {};
  std::size_t blocks_ = 0;
  bool paused_ = false;
};

}  // namespace shapeproof
