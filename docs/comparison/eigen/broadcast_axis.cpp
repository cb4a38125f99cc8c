// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <Eigen/Core>
#include <cstdio>

int main() {
  Eigen::Matrix3f const x = Eigen::Matrix3f::Zero();  // [L, D]
  Eigen::Vector3f const for_positions(0, 1, 2);
  Eigen::Matrix3f const meant = x.colwise() + for_positions;
  Eigen::Matrix3f const sum = x.rowwise() + for_positions.transpose();
  std::printf("got %g meant %g\n", sum(2, 0), meant(2, 0));
}
