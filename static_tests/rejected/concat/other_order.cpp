// SPDX-License-Identifier: BSL-1.0
// Keys before their heads are moved in front.
// expect: concat: [B=1, H=8, S=past, Dk=650] x [B=1, S=1, H=8, Dk=650]
// expect: the axes are in another order: H meets S; permute one side
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using Past = sp::axis<"S", "past">;
using One = sp::axis<"S", 1>;
auto step(sp::tensor<float, B,H,Past,Dk> const& cached, sp::tensor<float, B,One,H,Dk> const& k) {
  // mistake
  auto y = sp::concat<"S">(cached, k);
  // corrected
  auto y = sp::concat<"S">(cached, sp::transpose<"S", "H">(k));
  // end
  return y;
}
