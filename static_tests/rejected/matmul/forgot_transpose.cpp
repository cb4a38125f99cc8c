// SPDX-License-Identifier: BSL-1.0
// Queries times keys without the transpose.
// expect: matmul: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, S=7, Dk=650]
// expect: contracts Dk=650 with S=7; did you mean transpose(b)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q, sp::tensor<float, B,H,S,Dk> const& k) {
  // mistake
  auto y = sp::matmul(q, k);
  // corrected
  auto y = sp::matmul(q, sp::transpose<"S", "Dk">(k));
  // end
  return y;
}
