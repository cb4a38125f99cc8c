// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <Eigen/Core>
#include <cstdio>

int main() {
  Eigen::MatrixXf const scores = Eigen::MatrixXf::Ones(2, 5);             // two new positions behind three cached ones
  Eigen::MatrixXf const weights = scores.triangularView<Eigen::Lower>();  // begins at the first key
  std::printf("got %g meant %g\n", weights(0, 3), 1.0);
}
