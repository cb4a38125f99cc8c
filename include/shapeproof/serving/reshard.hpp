// SPDX-License-Identifier: BSL-1.0
/// Which heads go from which rank to which, where two meshes cut one axis of heads.
#pragma once

#include <algorithm>
#include <cstddef>

namespace shapeproof::serving {

/// The heads [begin, end) of the whole axis.
struct head_range {
  std::size_t begin = 0;  ///< the first one
  std::size_t end = 0;    ///< behind the last one

  constexpr std::size_t size() const { return end - begin; }     ///< how many there are
  constexpr bool operator==(head_range const&) const = default;  ///< the same heads
};

/// Those that a rank of `degree` ranks has of all `heads`, which are a multiple of the degree.
constexpr head_range heads_of(std::size_t heads, std::size_t degree, std::size_t rank) {
  return {heads / degree * rank, heads / degree * (rank + 1)};
}

/// Those in both ranges; `{0, 0}` where there are none.
constexpr head_range common(head_range a, head_range b) {
  head_range const both = {std::max(a.begin, b.begin), std::min(a.end, b.end)};
  return both.begin < both.end ? both : head_range{};
}

/// What rank `sender` of `from` ranks sends to rank `receiver` of `to` ranks.
constexpr head_range handed_heads(std::size_t heads, std::size_t from, std::size_t sender, std::size_t to,
                                  std::size_t receiver) {
  return common(heads_of(heads, from, sender), heads_of(heads, to, receiver));
}

/// The law of a re-shard: over all pairs, each head leaves the one rank that has it, and comes once, to the one rank
/// that wants it.
constexpr bool hands_each_head_once(std::size_t heads, std::size_t from, std::size_t to) {
  for (std::size_t head = 0; head < heads; ++head) {
    std::size_t times = 0;
    for (std::size_t p = 0; p < from; ++p)
      for (std::size_t d = 0; d < to; ++d) {
        auto const handed = handed_heads(heads, from, p, to, d);
        if (head < handed.begin || head >= handed.end) continue;
        ++times;
        if (p != head / (heads / from) || d != head / (heads / to)) return false;
      }
    if (times != 1) return false;
  }
  return true;
}

}  // namespace shapeproof::serving
