// SPDX-License-Identifier: BSL-1.0
// outcome: right
// An expression is read by its indices, wherever the elements are.
#include <cstdio>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xtensor.hpp>

int main() {
  xt::xtensor<float, 2> const x = {{0, 1, 2}, {3, 4, 5}};  // [L, H]
  auto turned = xt::transpose(x);
  xt::xtensor<float, 1> const flat = xt::reshape_view(turned, {6});
  std::printf("got %g meant %g\n", flat(1), x(1, 0));
}
