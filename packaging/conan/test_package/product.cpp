// SPDX-License-Identifier: BSL-1.0
/// A product of values: the kernels are linked.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;

int main() {
  sp::tensor<float, sp::axis<"L", 2>, sp::axis<"D", 3>> x;
  sp::tensor<float, sp::axis<"D", 3>, sp::axis<"F", 2>> w;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = w.data()[i] = static_cast<float>(i);
  auto const y = sp::matmul(x, w);
  std::printf("%s: %g\n", to_string(y).c_str(), static_cast<double>(y(1, 1)));
}
