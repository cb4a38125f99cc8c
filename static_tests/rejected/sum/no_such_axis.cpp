// SPDX-License-Identifier: BSL-1.0
// An axis that the tensor does not have.
// expect: sum: [B=1, H=8, L=7, S=7]
// expect: there is no axis Dk
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
auto step(sp::tensor<float, B,H,L,S> const& scores) {
  // mistake
  auto y = sp::sum<"Dk">(scores);
  // corrected
  auto y = sp::sum<"S">(scores);
  // end
  return y;
}
