// SPDX-License-Identifier: BSL-1.0
// Keys of 2 heads for 8 heads of queries: nobody says which serve which.
// expect: contract: [B=1, H=8, L=7, Dk=650] x [B=1, H=2, S=9, Dk=650]
// expect: H=8 on the left meets H=2 on the right
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 650>;
using Hkv = sp::axis<"Hkv", 2>;
using G = sp::axis<"G", 4>;
auto step([[maybe_unused]] sp::tensor<float, B,H,L,Dk> const& q,
          [[maybe_unused]] sp::tensor<float, B,Hkv,G,L,Dk> const& groups,
          [[maybe_unused]] sp::tensor<float, B,sp::axis<"H", 2>,S,Dk> const& k,
          [[maybe_unused]] sp::tensor<float, B,Hkv,S,Dk> const& shared) {
  // mistake
  auto y = sp::contract<"Dk">(q, k);
  // corrected
  auto y = sp::contract<"Dk">(groups, shared);
  // end
  return y;
}
