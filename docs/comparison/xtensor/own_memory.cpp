// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: `adapt`
#include <array>
#include <cstddef>
#include <xtensor/xadapt.hpp>

int main() {
  float storage[6] = {};
  auto x = xt::adapt(&storage[0], 6, xt::no_ownership(), std::array<std::size_t, 2>{2, 3});
  x(1, 2) = 4;
  return storage[5] == 4 ? 0 : 1;
}
