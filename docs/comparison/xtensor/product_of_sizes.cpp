// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: Incompatible dimension of arrays
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

float first_of_product(xt::xtensor<float, 2> const& x, xt::xtensor<float, 2> const& w) {
  auto const products = xt::view(x, xt::all(), xt::all(), xt::newaxis()) * w;  // [L, D, F]
  return xt::eval(xt::sum(products, {1}))(0, 0);
}

int main() {
  xt::xtensor<float, 2> const x = xt::ones<float>({2, 3});
  xt::xtensor<float, 2> const w = xt::ones<float>({3, 5});
  xt::xtensor<float, 2> const other = xt::ones<float>({4, 5});
  float y = first_of_product(x, w);
  y = first_of_product(x, other);  // mistake
  return y < 0;
}
