// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>

template <std::size_t Rows, std::size_t Columns>
using matrix = std::mdspan<float const, std::extents<std::size_t, Rows, Columns>>;

template <std::size_t D, std::size_t F>
float first_of_product(matrix<1, D> x, matrix<D, F> w) {
  float sum = 0;
  for (std::size_t d = 0; d < D; ++d) sum += x[0, d] * w[d, 0];
  return sum;
}

int main() {
  float const ones[] = {1, 1};
  float const weight[] = {1, 2, 3, 4};  // [Out, In], as many of one as of the other
  float const turned[] = {1, 3, 2, 4};  // [In, Out]
  matrix<1, 2> const x(ones);
  std::printf("got %g meant %g\n", first_of_product(x, matrix<2, 2>(weight)),
              first_of_product(x, matrix<2, 2>(turned)));
}
