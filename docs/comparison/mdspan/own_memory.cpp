// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: it is a view
#include <cstddef>
#include <mdspan>

int main() {
  float storage[6] = {};
  std::mdspan<float, std::extents<std::size_t, 2, 3>> const x(storage);
  x[1, 2] = 4;
  return storage[5] == 4 ? 0 : 1;
}
