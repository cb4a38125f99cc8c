// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <Eigen/Core>
#include <cstdio>

int main() {
  Eigen::Matrix<float, 1, 2> x(1, 1);
  Eigen::Matrix2f w;  // [Out, In], as many of one as of the other
  w << 1, 2, 3, 4;
  Eigen::Matrix<float, 1, 2> const meant = x * w.transpose();
  Eigen::Matrix<float, 1, 2> const y = x * w;
  std::printf("got %g meant %g\n", y(0), meant(0));
}
