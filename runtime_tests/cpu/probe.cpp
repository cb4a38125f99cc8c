// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/probe.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

TEST_CASE("read_once reads every element once") {
  for (auto const count : std::vector<std::size_t>{0, 1, 7, 127, 128, 129, 70'000, 200'003}) {
    std::vector<float> const ones(count, 1);
    CHECK(cpu::read_once(ones.data(), count) == static_cast<float>(count));
  }
  auto const numbers = naive::numbers(100'000);
  double sum = 0;
  for (auto const x : numbers) sum += static_cast<double>(x);
  CHECK(std::abs(static_cast<double>(cpu::read_once(numbers.data(), numbers.size())) - sum) < 0.01);
}

TEST_CASE("multiply_add_rate is a rate") {
  CHECK(cpu::multiply_add_rate(0.001) > 1e6);
  CHECK(cpu::multiply_add_rate(0) > 0);
}
