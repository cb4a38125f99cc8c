// SPDX-License-Identifier: BSL-1.0
// A loader transposes a weight only if its sizes look wrong, and this one is square.
// case: C12
// equal: "Out", 6 => "Out", 4
// expect: linear: [L=2, In=4] x [Out=6, In=4]
// expect: the input ends in In=4, the rows of the weight are Out=6; did you mean transpose(weight)?
// expect-equal: linear: [L=2, In=4] x [Out=4, In=4]
// expect-equal: the input ends in In=4, the rows of the weight are Out=4; did you mean transpose(weight)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using In = sp::axis<"In", 4>;
using Out = sp::axis<"Out", 6>;
auto project(sp::tensor<float, L, In> const& x, sp::tensor<float, Out, In> const& w) {
  // mistake
  auto y = sp::linear(x, w);
  // corrected
  auto y = sp::linear(x, sp::transpose<"Out", "In">(w));
  // end
  return y;
}
