// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstdio>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

int main() {
  xt::xtensor<float, 2> const x = xt::zeros<float>({3, 3});  // [L, D]
  xt::xtensor<float, 1> const for_positions = {0, 1, 2};
  xt::xtensor<float, 2> const meant = x + xt::view(for_positions, xt::all(), xt::newaxis());
  xt::xtensor<float, 2> const sum = x + for_positions;
  std::printf("got %g meant %g\n", sum(2, 0), meant(2, 0));
}
