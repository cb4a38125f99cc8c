// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>
#include <vector>

int main() {
  std::vector<float> ones(10, 1);
  std::mdspan<float, std::extents<std::size_t, 2, 5>> const weights(ones.data());  // two behind three cached ones
  for (std::size_t l = 0; l < 2; ++l)
    for (std::size_t s = l + 1; s < 5; ++s) weights[l, s] = 0;  // begins at the first key
  std::printf("got %g meant %g\n", weights[0, 3], 1.0);
}
