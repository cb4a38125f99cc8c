// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>
#include <vector>

using matrix = std::mdspan<float, std::dextents<std::size_t, 2>>;

float first_of_product(matrix x, matrix w) {
  float sum = 0;
  for (std::size_t d = 0; d < x.extent(1); ++d) sum += x[0, d] * w[d, 0];
  return sum;
}

int main() {
  std::vector<float> ones(64, 1), twos(64, 2);
  matrix const x(ones.data(), 2, 3), w(ones.data(), 3, 5), other(twos.data(), 4, 5);
  std::printf("got %g meant %g\n", first_of_product(x, other), first_of_product(x, w));
}
