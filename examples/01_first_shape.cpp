// SPDX-License-Identifier: BSL-1.0
/// A first shape: axes have a name and an extent, and a product checks both.
#include <shapeproof/shapeproof.hpp>

#include <cstdio>

namespace sp = shapeproof;

using L = sp::axis<"L", 3>;  // positions
using D = sp::axis<"D", 4>;  // hidden width
using F = sp::axis<"F", 2>;  // feed-forward width

int main() {
  sp::tensor<float, L, D> x;
  sp::tensor<float, D, F> w;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < w.size(); ++i) w.data()[i] = 1;

  auto y = sp::matmul(x, w);  // [L=3, D=4] x [D=4, F=2] -> [L=3, F=2]
  // sp::matmul(w, x) does not compile: it contracts F=2 with L=3.

  std::printf("%s\n", to_string(y).c_str());
  for (std::size_t l = 0; l < 3; ++l) std::printf("%g %g\n", y(l, 0), y(l, 1));

  // The same question as a condition, for one's own templates and tests.
  static_assert(sp::can_matmul<decltype(x), decltype(w)>);
  static_assert(!sp::can_matmul<decltype(w), decltype(x)>);
}

// Output:
// [L=3, F=2]
// 6 6
// 22 22
// 38 38
