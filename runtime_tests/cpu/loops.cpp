// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/loops.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

TEST_CASE("a nest that is not filled in turns once and moves nothing") {
  cpu::loop_nest<2> const nest;
  CHECK(nest.rank == 0);
  CHECK(nest.at[0].extent == 1);
  CHECK(nest.at[0].step[1] == 0);
}

TEST_CASE("loops are constants where their extents are") {
  constexpr cpu::loop_nest<2> nest = {1, {{3, {1, 5}}}};
  static_assert(nest.at[0].extent == 3 && nest.at[0].step[1] == 5 && nest.at[1].extent == 1);
  CHECK(nest.rank < cpu::max_rank);
}
