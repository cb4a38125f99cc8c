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

/// The law of a re-shard: each head goes from the rank that has it to the rank that wants it, and over all pairs no
/// more heads go than there are: so each goes once.
constexpr bool hands_each_head_once(std::size_t heads, std::size_t from, std::size_t to) {
  if (heads % from != 0 || heads % to != 0) return false;
  for (std::size_t head = 0; head < heads; ++head) {
    auto const handed = handed_heads(heads, from, head / (heads / from), to, head / (heads / to));
    if (head < handed.begin || head >= handed.end) return false;
  }
  std::size_t all = 0;
  for (std::size_t p = 0; p < from; ++p)
    for (std::size_t d = 0; d < to; ++d) all += handed_heads(heads, from, p, to, d).size();
  return all == heads;
}

}  // namespace shapeproof::serving
