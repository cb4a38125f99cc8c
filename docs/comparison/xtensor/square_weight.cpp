// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstdio>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

template <class W>
float first_of_product(xt::xtensor<float, 2> const& x, W const& w) {
  auto const products = xt::view(x, xt::all(), xt::all(), xt::newaxis()) * w;
  return xt::eval(xt::sum(products, {1}))(0, 0);
}

int main() {
  xt::xtensor<float, 2> const x = {{1, 1}};
  xt::xtensor<float, 2> const w = {{1, 2}, {3, 4}};  // [Out, In], as many of one as of the other
  std::printf("got %g meant %g\n", first_of_product(x, w), first_of_product(x, xt::transpose(w)));
}
