// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstdio>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xtensor.hpp>

int main() {
  xt::xtensor<float, 1> q = {0, 1, 2, 3};                           // two heads of two elements, the heads outside
  xt::xtensor<float, 2> const meant = xt::reshape_view(q, {2, 2});  // [H, Dk]
  xt::xtensor<float, 2> const heads = xt::transpose(xt::reshape_view(q, {2, 2}));  // taken for [Dk, H]
  std::printf("got %g meant %g\n", heads(1, 0), meant(1, 0));
}
