// SPDX-License-Identifier: BSL-1.0
// Another axis with two extents.
// expect: concat: [B=1, H=8, S=past, Dk=650] x [B=1, H=2, S=1, Dk=650]
// expect: H=8 meets H=2; all axes except S must be equal
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using Past = sp::axis<"S", "past">;
using One = sp::axis<"S", 1>;
auto step(sp::tensor<float, B,H,Past,Dk> const& cached,
          [[maybe_unused]] sp::tensor<float, B,sp::axis<"H", 2>,One,Dk> const& groups,
          [[maybe_unused]] sp::tensor<float, B,H,One,Dk> const& k) {
  // mistake
  auto y = sp::concat<"S">(cached, groups);
  // corrected
  auto y = sp::concat<"S">(cached, k);
  // end
  return y;
}
