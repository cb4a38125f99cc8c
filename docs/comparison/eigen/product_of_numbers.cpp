// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: INVALID_MATRIX_PRODUCT
#include <Eigen/Core>

int main() {
  Eigen::Matrix<float, 2, 3> const x = Eigen::Matrix<float, 2, 3>::Ones();
  Eigen::Matrix<float, 3, 5> const w = Eigen::Matrix<float, 3, 5>::Ones();
  Eigen::Matrix<float, 4, 5> const other = Eigen::Matrix<float, 4, 5>::Ones();
  Eigen::Matrix<float, 2, 5> y = x * w;
  y = x * other;  // mistake
}
