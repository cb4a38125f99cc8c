// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: Incompatible dimension of arrays
#include <cstddef>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xtensor.hpp>

int main() {
  std::size_t const past = 3;
  xt::xtensor<float, 1> const keys = xt::ones<float>({past + 1});
  xt::xtensor<float, 1> const of_all_keys = xt::ones<float>({past + 1});
  xt::xtensor<float, 1> const of_old_keys = xt::ones<float>({past});
  xt::xtensor<float, 1> bias = keys + of_all_keys;
  bias = keys + of_old_keys;  // mistake
}
