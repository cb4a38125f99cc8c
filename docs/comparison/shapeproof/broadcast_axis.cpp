// SPDX-License-Identifier: BSL-1.0
// outcome: right
#include <cstdio>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 3>;
using D = sp::axis<"D", 3>;

int main() {
  sp::tensor<float, L, D> x;
  sp::tensor<float, L> for_positions;
  for (std::size_t i = 0; i < 3; ++i) {
    for_positions(i) = static_cast<float>(i);
    for (std::size_t j = 0; j < 3; ++j) x(i, j) = 0;
  }
  auto const sum = x + for_positions;  // by name: there is no other way to add it
  std::printf("got %g meant %g\n", sum(2, 0), for_positions(2));
}
