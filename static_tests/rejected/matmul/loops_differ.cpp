// SPDX-License-Identifier: BSL-1.0
// Heads of queries against groups of keys, both 8.
// expect: matmul: [B=1, H=8, L=7, Dk=650] x [B=1, G=8, Dk=650, S=7]
// expect: loops over [B=1, H=8] on the left and [B=1, G=8] on the right; they must be equal, in this order
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using G = sp::axis<"G", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q,
          [[maybe_unused]] sp::tensor<float, B,G,Dk,S> const& keys,
          [[maybe_unused]] sp::tensor<float, B,H,Dk,S> const& repeated) {
  // mistake
  auto y = sp::matmul(q, keys);
  // corrected
  auto y = sp::matmul(q, repeated);
  // end
  return y;
}
