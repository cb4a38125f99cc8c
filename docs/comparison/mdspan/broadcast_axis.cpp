// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>

int main() {
  float zeros[9] = {};
  float const positions[] = {0, 1, 2};
  std::mdspan<float, std::extents<std::size_t, 3, 3>> const x(zeros);  // [L, D]
  std::mdspan<float const, std::extents<std::size_t, 3>> const for_positions(positions);
  for (std::size_t l = 0; l < 3; ++l)
    for (std::size_t d = 0; d < 3; ++d) x[l, d] += for_positions[d];
  std::printf("got %g meant %g\n", x[2, 0], for_positions[2]);
}
