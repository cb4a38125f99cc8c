// SPDX-License-Identifier: BSL-1.0
// An axis that the left side does not have.
// expect: concat: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, S=7, Dk=650]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& a, sp::tensor<float, B,H,S,Dk> const& b) {
  // mistake
  auto y = sp::concat<"S">(a, b);
  // corrected
  auto y = sp::concat<"S">(sp::rename<"L", "S">(a), b);
  // end
  return y;
}
