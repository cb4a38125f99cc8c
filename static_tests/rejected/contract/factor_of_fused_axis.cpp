// SPDX-License-Identifier: BSL-1.0
// One factor of merged heads.
// expect: contract: [L=7, (H Dk)=5200] x [H=8, S=9, Dk=650]
// expect: the left side has no axis Dk
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,sp::fused<H, Dk>> const& q, sp::tensor<float, H,S,Dk> const& k) {
  // mistake
  auto y = sp::contract<"Dk">(q, k);
  // corrected
  auto y = sp::contract<"Dk">(sp::split<"(H Dk)">(q), k);
  // end
  return y;
}
