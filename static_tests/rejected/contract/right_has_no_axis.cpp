// SPDX-License-Identifier: BSL-1.0
// Scores over the components, which are gone.
// equal: "S", 9 => "S", 7
// expect: contract: [B=1, H=8, S=9, Dk=650] x [B=1, H=8, L=7, S=9]
// expect: the right side has no axis Dk
// expect-equal: contract: [B=1, H=8, S=7, Dk=650] x [B=1, H=8, L=7, S=7]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,S,Dk> const& v, sp::tensor<float, B,H,L,S> const& weights) {
  // mistake
  auto y = sp::contract<"Dk">(v, weights);
  // corrected
  auto y = sp::contract<"S">(weights, v);
  // end
  return y;
}
