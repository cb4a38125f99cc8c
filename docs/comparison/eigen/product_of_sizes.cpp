// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: invalid matrix product
#include <Eigen/Core>

int main() {
  Eigen::MatrixXf const x = Eigen::MatrixXf::Ones(2, 3);
  Eigen::MatrixXf const w = Eigen::MatrixXf::Ones(3, 5);
  Eigen::MatrixXf const other = Eigen::MatrixXf::Ones(4, 5);
  Eigen::MatrixXf y = x * w;
  y = x * other;  // mistake
}
