// SPDX-License-Identifier: BSL-1.0
// outcome: right
// An expression is read by its indices, wherever the elements are.
#include <Eigen/Core>
#include <cstdio>

int main() {
  Eigen::Matrix<float, 2, 3, Eigen::RowMajor> x;  // [L, H]
  x << 0, 1, 2, 3, 4, 5;
  Eigen::VectorXf const flat = x.transpose().reshaped<Eigen::RowMajor>();  // [H, L]
  std::printf("got %g meant %g\n", flat(1), x(1, 0));
}
