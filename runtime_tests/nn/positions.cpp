// SPDX-License-Identifier: BSL-1.0
/// Positions come from a cache, and are the same for every layer of a step; or from the padding of a batch.
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
  using B = sp::axis<"B", 3>;
  nn::left_padded<B, small::L> const batch({0, 2, 4}, 3, 4);
  auto const at = batch.positions();
  std::size_t const expected[3][4] = {{0, 1, 2, 3}, {0, 0, 0, 1}, {0, 0, 0, 0}};
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t l = 0; l < 4; ++l) CHECK(at.of(b, l) == expected[b][l]);
}

TEST_CASE("a padding that does not fit its batch is an error") {
  using B = sp::axis<"B">;
  using three = sp::axis<"B", 3>;
  using four = sp::axis<"L", 4>;
  using padding = std::vector<std::size_t>;
  CHECK(reference::thrown([] { nn::left_padded<B, small::L>(padding{1, 2}, 3, 4); }) ==
        "left_padded: 3 rows: 2 paddings");
  CHECK(reference::thrown([] { nn::left_padded<B, small::L>(padding{1, 5, 0}, 3, 4); }) ==
        "left_padded: L=4: a row is padded by 5");
  CHECK(reference::thrown([] { nn::left_padded<three, small::L>(padding{1, 2}, 2, 4); }) ==
        "left_padded: B=3: the batch has 2");
  CHECK(reference::thrown([] { nn::left_padded<three, four>(padding{1, 2, 0}, 3, 5); }) ==
        "left_padded: L=4: the batch has 5");
  CHECK(reference::thrown([] { nn::left_padded<three, four>(padding{1, 4, 0}, 3, 4); }).empty());
}
