// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: no matching function for call to 'multiply'
#include <cstddef>
#include <mdspan>

template <std::size_t Rows, std::size_t Columns>
using matrix = std::mdspan<float, std::extents<std::size_t, Rows, Columns>>;

template <std::size_t L, std::size_t D, std::size_t F>
void multiply(matrix<L, D> x, matrix<D, F> w, matrix<L, F> y) {
  for (std::size_t l = 0; l < L; ++l)
    for (std::size_t f = 0; f < F; ++f)
      for (std::size_t d = 0; d < D; ++d) y[l, f] += x[l, d] * w[d, f];
}

int main() {
  float storage[64] = {};
  matrix<2, 3> const x(storage);
  matrix<3, 5> const w(storage + 10);
  matrix<4, 5> const other(storage + 10);
  matrix<2, 5> const y(storage + 30);
  multiply(x, w, y);
  multiply(x, other, y);  // mistake
}
