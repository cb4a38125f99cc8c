// SPDX-License-Identifier: BSL-1.0
// The output has the name of a row of the input.
// expect: linear: [L=7, D=5200] x [D=5200, L=7]
// expect: the result would have L twice; rename one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, D,L> const& w) {
  // mistake
  auto y = sp::linear(x, w);
  // corrected
  auto y = sp::linear(x, sp::rename<"L", "S">(w));
  // end
  return y;
}
