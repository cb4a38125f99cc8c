// SPDX-License-Identifier: BSL-1.0
// Keys of one sequence for a batch.
// expect: matmul: [B=1, H=8, L=7, Dk=650] x [H=8, Dk=650, S=7]
// expect: loops over [B=1, H=8] on the left and [H=8] on the right
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q, sp::tensor<float, H,Dk,S> const& k) {
  // mistake
  auto y = sp::matmul(q, k);
  // corrected
  auto y = sp::matmul(q, sp::unsqueeze<B>(k));
  // end
  return y;
}
