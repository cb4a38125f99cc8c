// SPDX-License-Identifier: BSL-1.0
// An axis that the right side does not have.
// expect: concat: [B=1, H=8, S=past, Dk=650] x [B=1, H=8, L=7, Dk=650]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using Past = sp::axis<"S", "past">;
auto step(sp::tensor<float, B,H,Past,Dk> const& cached, sp::tensor<float, B,H,L,Dk> const& k) {
  // mistake
  auto y = sp::concat<"S">(cached, k);
  // corrected
  auto y = sp::concat<"S">(cached, sp::rename<"L", "S">(k));
  // end
  return y;
}
