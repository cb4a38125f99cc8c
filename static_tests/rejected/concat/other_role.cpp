// SPDX-License-Identifier: BSL-1.0
// Groups appended to heads, both 8.
// expect: concat: [B=1, H=8, S=past, Dk=650] x [B=1, G=8, S=1, Dk=650]
// expect: the axes have other roles: H meets G; rename one if they are the same
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using G = sp::axis<"G", 8>;
using Dk = sp::axis<"Dk", 650>;
using Past = sp::axis<"S", "past">;
using One = sp::axis<"S", 1>;
auto step(sp::tensor<float, B,H,Past,Dk> const& cached, sp::tensor<float, B,G,One,Dk> const& k) {
  // mistake
  auto y = sp::concat<"S">(cached, k);
  // corrected
  auto y = sp::concat<"S">(cached, sp::rename<"G", "H">(k));
  // end
  return y;
}
