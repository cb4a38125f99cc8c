// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: numbers: none; others: stored, asserted
#include <Eigen/Core>

static_assert(sizeof(Eigen::Matrix<float, 2, 3>) == 6 * sizeof(float));
static_assert(sizeof(Eigen::MatrixXf) > sizeof(float*));

int main() {}
