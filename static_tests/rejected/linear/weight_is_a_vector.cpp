// SPDX-License-Identifier: BSL-1.0
// A weight with one axis.
// expect: linear: [L=7, D=5200] x [D=5200]
// expect: a weight has two axes: input and output
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, D> const& gain,
          [[maybe_unused]] sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = sp::linear(x, gain);
  // corrected
  auto y = sp::linear(x, w);
  // end
  return y;
}
