// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: by positions
#include <array>
#include <unsupported/Eigen/CXX11/Tensor>

int main() {
  Eigen::Tensor<float, 2> x(2, 3), w(5, 3);
  x.setConstant(1);
  w.setConstant(1);
  std::array const both_second{Eigen::IndexPair<int>(1, 1)};
  Eigen::Tensor<float, 2> const y = x.contract(w, both_second);
  return y(1, 4) == 3 ? 0 : 1;
}
