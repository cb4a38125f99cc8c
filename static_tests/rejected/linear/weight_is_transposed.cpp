// SPDX-License-Identifier: BSL-1.0
// A weight stored as [output, input].
// expect: linear: [L=7, D=5200] x [F=20800, D=5200]
// expect: the input ends in D=5200, the rows of the weight are F=20800; did you mean transpose(weight)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, F,D> const& w) {
  // mistake
  auto y = sp::linear(x, w);
  // corrected
  auto y = sp::linear(x, sp::transpose<"F", "D">(w));
  // end
  return y;
}
