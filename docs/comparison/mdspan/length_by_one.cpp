// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>
#include <vector>

using vector = std::mdspan<float, std::dextents<std::size_t, 1>>;

void add(vector keys, vector bias) {
  for (std::size_t s = 0; s < bias.extent(0); ++s) keys[s] += bias[s];
}

int main() {
  std::size_t const past = 3;
  std::vector<float> zeros(past + 1), ones(past + 1, 1);
  vector const keys(zeros.data(), past + 1), of_old_keys(ones.data(), past);
  add(keys, of_old_keys);
  std::printf("got %g meant %g\n", keys[past], ones[past]);
}
