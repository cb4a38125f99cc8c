// SPDX-License-Identifier: BSL-1.0
// A weight of another layer.
// expect: linear: [L=7, D=5200] x [F=20800, De=4096]
// expect: the input ends in D=5200, the rows of the weight are F=20800; is it another weight?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, F,De> const& w_out,
          [[maybe_unused]] sp::tensor<float, D,F> const& w_in) {
  // mistake
  auto y = sp::linear(x, w_out);
  // corrected
  auto y = sp::linear(x, w_in);
  // end
  return y;
}
