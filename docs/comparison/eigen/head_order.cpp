// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <Eigen/Core>
#include <cstdio>

int main() {
  Eigen::Vector4f const q(0, 1, 2, 3);                              // two heads of two elements, the heads outside
  Eigen::Matrix2f const meant = q.reshaped<Eigen::RowMajor>(2, 2);  // [H, Dk]
  Eigen::Matrix2f const heads = q.reshaped<Eigen::RowMajor>(2, 2).transpose();  // taken for [Dk, H]
  std::printf("got %g meant %g\n", heads(1, 0), meant(1, 0));
}
