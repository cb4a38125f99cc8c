// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: linear algebra
#include <Eigen/Dense>
#include <Eigen/Sparse>

int main() {
  Eigen::Matrix2f const a{{2, 1}, {1, 3}};
  Eigen::Vector2f const b(3, 5);
  bool const solved = (a * a.ldlt().solve(b)).isApprox(b);
  bool const decomposed = Eigen::JacobiSVD<Eigen::Matrix2f>(a).singularValues()(0) > 3;
  return solved && decomposed ? 0 : 1;
}
