// SPDX-License-Identifier: BSL-1.0
// Scores of a sequence against itself: the result would be [L, L].
// expect: matmul: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, Dk=650, L=7]
// expect: the result would have L twice; rename one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q, sp::tensor<float, B,H,Dk,L> const& k) {
  // mistake
  auto y = sp::matmul(q, k);
  // corrected
  auto y = sp::matmul(q, sp::rename<"L", "S">(k));
  // end
  return y;
}
