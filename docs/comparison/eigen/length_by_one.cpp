// SPDX-License-Identifier: BSL-1.0
// outcome: stops
// says: aLhs.rows() == aRhs.rows()
#include <Eigen/Core>

int main() {
  int const past = 3;
  Eigen::VectorXf const keys = Eigen::VectorXf::Ones(past + 1);
  Eigen::VectorXf const of_all_keys = Eigen::VectorXf::Ones(past + 1);
  Eigen::VectorXf const of_old_keys = Eigen::VectorXf::Ones(past);
  Eigen::VectorXf bias = keys + of_all_keys;
  bias = keys + of_old_keys;  // mistake
}
