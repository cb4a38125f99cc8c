// SPDX-License-Identifier: BSL-1.0
// An axis that only the keys have.
// equal: "S", 9 => "S", 7
// expect: contract: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, S=9, Dk=650]
// expect: the left side has no axis S
// expect-equal: contract: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, S=7, Dk=650]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q, sp::tensor<float, B,H,S,Dk> const& k) {
  // mistake
  auto y = sp::contract<"S">(q, k);
  // corrected
  auto y = sp::contract<"Dk">(q, k);
  // end
  return y;
}
