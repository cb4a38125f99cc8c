// SPDX-License-Identifier: BSL-1.0
// The bias of the input.
// expect: linear: [L=7, D=5200] x [D=5200, F=20800] x [D=5200]
// expect: the bias must be [F=20800]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x,
          sp::tensor<float, D,F> const& w,
          [[maybe_unused]] sp::tensor<float, D> const& b_out,
          [[maybe_unused]] sp::tensor<float, F> const& b_in) {
  // mistake
  auto y = sp::linear(x, w, b_out);
  // corrected
  auto y = sp::linear(x, w, b_in);
  // end
  return y;
}
