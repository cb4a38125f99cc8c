// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstdio>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xtensor.hpp>

int main() {
  xt::xtensor<float, 2> const scores = xt::ones<float>({2, 5});  // two new positions behind three cached ones
  xt::xtensor<float, 2> const weights = xt::tril(scores);        // begins at the first key
  xt::xtensor<float, 2> const meant = xt::tril(scores, 3);
  std::printf("got %g meant %g\n", weights(0, 3), meant(0, 3));
}
