// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: forward mode
#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

int main() {
  using number = Eigen::AutoDiffScalar<Eigen::Vector2f>;
  number const x(3, 2, 0), y(5, 2, 1);
  number const product = x * y;
  return product.derivatives() == Eigen::Vector2f(5, 3) ? 0 : 1;
}
