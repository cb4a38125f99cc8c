// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: `Map`
#include <Eigen/Core>

int main() {
  float storage[6] = {};
  Eigen::Map<Eigen::Matrix<float, 2, 3, Eigen::RowMajor>> x(storage);
  x(1, 2) = 4;
  return storage[5] == 4 ? 0 : 1;
}
