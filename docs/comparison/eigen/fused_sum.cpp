// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: yes
#include <Eigen/Core>
#include <type_traits>

using vector = Eigen::Vector3f;
static_assert(!std::is_same_v<decltype(vector() + vector()), vector>);  // an expression, computed where it is assigned

int main() {}
