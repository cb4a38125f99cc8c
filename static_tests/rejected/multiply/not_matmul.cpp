// SPDX-License-Identifier: BSL-1.0
// An elementwise product where a matrix product is meant.
// expect: *: [L=7, D=5200] x [D=5200, F=20800]
// expect: only the left has L, only the right has F
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = x * w;
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
