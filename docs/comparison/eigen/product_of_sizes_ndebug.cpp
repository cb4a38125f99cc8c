// SPDX-License-Identifier: BSL-1.0
// outcome: silent
// The same without assertions. The storage is larger than the matrices, so that nothing outside of it is read.
#define NDEBUG
#include <Eigen/Core>
#include <cstdio>
#include <vector>

int main() {
  std::vector<float> ones(64, 1);
  Eigen::Map<Eigen::MatrixXf> const x(ones.data(), 2, 3);
  Eigen::Map<Eigen::MatrixXf> const w(ones.data(), 3, 5);
  std::vector<float> twos(64, 2);
  Eigen::Map<Eigen::MatrixXf> const other(twos.data(), 4, 5);
  Eigen::MatrixXf const meant = x * w;
  Eigen::MatrixXf const y = x * other;
  std::printf("got %g meant %g\n", y(0, 0), meant(0, 0));
}
