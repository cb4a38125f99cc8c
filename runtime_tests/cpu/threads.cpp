// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/threads.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace cpu = shapeproof::cpu;

TEST_CASE("set_threads is what threads then says") {
  auto const before = cpu::threads();
  CHECK(before >= 1);
  for (int const count : {1, 3, 17}) {
    cpu::set_threads(count);
    CHECK(cpu::threads() == count);
  }
  cpu::set_threads(before);
}

TEST_CASE("set_threads refuses less than one thread and names the value") {
  auto const before = cpu::threads();
  CHECK_THROWS_WITH_AS(cpu::set_threads(0), doctest::Contains("0 threads"), std::invalid_argument);
  CHECK_THROWS_WITH_AS(cpu::set_threads(-7), doctest::Contains("-7 threads"), std::invalid_argument);
  CHECK(cpu::threads() == before);
}
