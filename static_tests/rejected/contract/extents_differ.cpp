// SPDX-License-Identifier: BSL-1.0
// Keys of another head size.
// expect: contract: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, S=9, Dk=64]
// expect: Dk=650 on the left meets Dk=64 on the right
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& q, [[maybe_unused]] sp::tensor<float, B,H,S,Dk> const& k,
          [[maybe_unused]] sp::tensor<float, B,H,S,sp::axis<"Dk", 64>> const& other) {
  // mistake
  auto y = sp::contract<"Dk">(q, other);
  // corrected
  auto y = sp::contract<"Dk">(q, k);
  // end
  return y;
}
