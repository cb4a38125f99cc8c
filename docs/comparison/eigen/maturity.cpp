// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: 3.4, in Debian
#include <Eigen/Core>

static_assert(EIGEN_WORLD_VERSION == 3 && EIGEN_MAJOR_VERSION >= 4);

int main() {}
