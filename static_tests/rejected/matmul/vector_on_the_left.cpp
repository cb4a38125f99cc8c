// SPDX-License-Identifier: BSL-1.0
// A vector on the left.
// expect: matmul: [D=5200] x [D=5200, F=20800]
// expect: both sides need two axes or more; linear takes a vector on the left
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, D> const& x, sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::linear(x, w);
  // end
  return y;
}
