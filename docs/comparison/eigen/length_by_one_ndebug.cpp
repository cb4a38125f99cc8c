// SPDX-License-Identifier: BSL-1.0
// outcome: silent
// The same without assertions. The storage is larger than the vectors, so that nothing outside of it is read.
#define NDEBUG
#include <Eigen/Core>
#include <cstdio>
#include <vector>

int main() {
  int const past = 3;
  std::vector<float> zeros(64), ones(64, 1);
  Eigen::Map<Eigen::VectorXf> const keys(zeros.data(), past + 1);
  Eigen::Map<Eigen::VectorXf> const of_all_keys(ones.data(), past + 1);
  Eigen::Map<Eigen::VectorXf> const of_old_keys(ones.data(), past);
  Eigen::VectorXf const meant = keys + of_all_keys;
  Eigen::VectorXf const bias = keys + of_old_keys;
  std::printf("got %d meant %d\n", static_cast<int>(bias.size()), static_cast<int>(meant.size()));
}
