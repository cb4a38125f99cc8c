// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: Incompatible dimension of arrays
#include <xtensor/xfixed.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

template <class X, class W>
float first_of_product(X const& x, W const& w) {
  auto const products = xt::view(x, xt::all(), xt::all(), xt::newaxis()) * w;  // [L, D, F]
  return xt::eval(xt::sum(products, {1}))(0, 0);
}

int main() {
  xt::xtensor_fixed<float, xt::xshape<2, 3>> const x = xt::ones<float>({2, 3});
  xt::xtensor_fixed<float, xt::xshape<3, 5>> const w = xt::ones<float>({3, 5});
  xt::xtensor_fixed<float, xt::xshape<4, 5>> const other = xt::ones<float>({4, 5});
  float y = first_of_product(x, w);
  y = first_of_product(x, other);  // mistake
  return y < 0;
}
