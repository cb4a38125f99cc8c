// SPDX-License-Identifier: BSL-1.0
// Extent 1 does not stretch.
// expect: +: [B=1, L=7, D=5200] x [B=1, L=1, D=5200]
// expect: L=7 meets L=1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, B,L,D> const& x, sp::tensor<float, B,sp::axis<"L", 1>,D> const& bias) {
  // mistake
  auto y = x + bias;
  // corrected
  auto y = x + sp::last<"L">(bias);
  // end
  return y;
}
