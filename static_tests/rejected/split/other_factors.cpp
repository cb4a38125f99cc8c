// SPDX-License-Identifier: BSL-1.0
// Factors that the axis does not have.
// expect: split: [B=1, L=7, (H Dk)=5200]
// expect: there is no fused axis (G Dk); (H Dk) splits into its own factors only
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, B,L,HDk> const& x) {
  // mistake
  auto y = sp::split<"(G Dk)">(x);
  // corrected
  auto y = sp::split<"(H Dk)">(x);
  // end
  return y;
}
