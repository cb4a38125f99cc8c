// SPDX-License-Identifier: BSL-1.0
/// Where blocks of memory lie in a piece of it.
#pragma once

#include <cstddef>

namespace shapeproof {

/// Blocks in one piece of memory, each in the lowest gap that is large enough. An arena uses it when a program runs,
/// and `memory_plan` when the compiler works out how large that arena must be: so the two agree to the byte.
class placement {
 public:
  static constexpr std::size_t alignment = 64;                          ///< bytes: any vector unit, and a cache line
  static constexpr std::size_t max_blocks = 64;                         ///< at once
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);  ///< no offset

  /// The offset in bytes of a new block of `size` bytes, below `limit`; `nowhere` where there is no gap for it, or
  /// there are max_blocks blocks.
  constexpr std::size_t add(std::size_t size, std::size_t limit = nowhere) {
    if (count_ == max_blocks || size > limit) return nowhere;
    std::size_t const padded = (size + alignment - 1) / alignment * alignment;
    std::size_t begin = 0;
    std::size_t at = 0;
    while (at < count_ && blocks_[at].begin - begin < padded) begin = blocks_[at++].end;
    if (limit < begin || limit - begin < padded) return nowhere;
    for (std::size_t i = count_++; i > at; --i) blocks_[i] = blocks_[i - 1];
    blocks_[at] = {begin, begin + padded};
    if (peak_ < begin + padded) peak_ = begin + padded;
    return begin;
  }

  /// The block at this offset ends.
  constexpr void remove(std::size_t offset) {
    std::size_t at = 0;
    while (at < count_ && blocks_[at].begin != offset) ++at;
    if (at == count_) return;
    --count_;
    for (; at < count_; ++at) blocks_[at] = blocks_[at + 1];
  }

  /// How many blocks there are.
  constexpr std::size_t count() const { return count_; }
  /// The end of the highest block that there ever was.
  constexpr std::size_t peak() const { return peak_; }

 private:
  struct range {
    std::size_t begin = 0, end = 0;
  };
  range blocks_[max_blocks] = {};
  std::size_t count_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace shapeproof
