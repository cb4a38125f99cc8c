// SPDX-License-Identifier: BSL-1.0
/// The law of a re-shard: each head leaves once and comes once, for all meshes that divide the heads.
#include <shapeproof/serving/reshard.hpp>

namespace serving = shapeproof::serving;
using serving::head_range;

// The heads of 2 ranks go to 4: a rank's half is two ranks' quarters.
static_assert(serving::heads_of(8, 2, 1) == head_range{4, 8});
static_assert(serving::handed_heads(8, 2, 1, 4, 2) == head_range{4, 6});
static_assert(serving::handed_heads(8, 2, 1, 4, 3) == head_range{6, 8});
static_assert(serving::handed_heads(8, 2, 1, 4, 1).size() == 0);
// And of 3 to 2: a part that two ranks want.
static_assert(serving::handed_heads(6, 3, 1, 2, 0) == head_range{2, 3});
static_assert(serving::handed_heads(6, 3, 1, 2, 1) == head_range{3, 4});

static_assert(serving::common({0, 4}, {2, 6}) == head_range{2, 4});
static_assert(serving::common({0, 2}, {2, 4}) == head_range{});

// Head by head and pair by pair, without the law's shortcut.
constexpr bool goes_once(std::size_t heads, std::size_t from, std::size_t to, std::size_t head) {
  std::size_t times = 0;
  for (std::size_t p = 0; p < from; ++p)
    for (std::size_t d = 0; d < to; ++d) {
      auto const handed = serving::handed_heads(heads, from, p, to, d);
      if (handed.begin <= head && head < handed.end) ++times;
    }
  return times == 1;
}
constexpr bool holds_for(std::size_t heads) {
  for (std::size_t from = 1; from <= heads; ++from)
    for (std::size_t to = 1; to <= heads; ++to) {
      bool const divides = heads % from == 0 && heads % to == 0;
      if (serving::hands_each_head_once(heads, from, to) != divides) return false;
      for (std::size_t head = 0; divides && head < heads; ++head)
        if (!goes_once(heads, from, to, head)) return false;
    }
  return true;
}
static_assert(holds_for(1) && holds_for(2) && holds_for(3) && holds_for(4) && holds_for(5));
static_assert(holds_for(6));
static_assert(holds_for(8));
static_assert(holds_for(12));
static_assert(serving::hands_each_head_once(128, 32, 64));
