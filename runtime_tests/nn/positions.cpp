// SPDX-License-Identifier: BSL-1.0
/// Positions come from a cache, and are the same for every layer of a step; with its padding, if its rows have one.
#include <shapeproof/nn/positions.hpp>

#include "small_cache.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;

TEST_CASE("the positions of a step begin at the cache's length") {
  auto const k = small::fresh(1, 3);
  small::cache empty(sp::bind<"capacity">(8));
  auto const first = nn::positions_of(empty, k);
  CHECK(first.first() == 0);
  CHECK((first.of(0, 0) == 0 && first.of(1, 2) == 2));
  auto const three = small::stepped(std::move(empty), k);
  auto const second = nn::positions_of(three, small::fresh(1, 2));
  CHECK(second.first() == 3);
  CHECK((second.of(0, 0) == 3 && second.of(1, 1) == 4));
}

TEST_CASE("C57: each layer of a step has the same positions, also behind layers that have appended") {
  auto const k = small::fresh(1, 2);
  auto first = small::stepped(small::cache(sp::bind<"capacity">(8)), k);
  auto const second = first;
  auto const before = nn::positions_of(first, k).first();
  auto const next = nn::append(std::move(first), k, k);
  CHECK(nn::positions_of(second, k).first() == before);
  CHECK(before == 2);
}

TEST_CASE("a padded row counts from its first token, and the padding has position 0") {
  using rows = sp::left_padded<small::B>;
  using padded = nn::kv_cache<small::storage, sp::axis<"S", 0>, nn::between_steps, rows>;
  padded empty(rows({0, 3}), sp::bind<"capacity">(8));
  auto const k = small::fresh(1, 4);
  auto const at = nn::positions_of(empty, k);
  std::size_t const expected[2][4] = {{0, 1, 2, 3}, {0, 0, 0, 0}};
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t l = 0; l < 4; ++l) CHECK(at.of(b, l) == expected[b][l]);
  auto const next = small::stepped(std::move(empty), k);
  auto const later = nn::positions_of(next, small::fresh(2, 2));
  for (std::size_t l = 0; l < 2; ++l) {
    CHECK(later.of(0, l) == 4 + l);
    CHECK(later.of(1, l) == 1 + l);
  }
}
