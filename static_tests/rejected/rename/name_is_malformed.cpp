// SPDX-License-Identifier: BSL-1.0
// A new name that is no identifier.
// expect: rename: [B=1, L=7, H=8, Dk=650]
// expect: the new name is not a letter followed by letters, digits and underscores
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& x) {
  // mistake
  auto y = sp::rename<"L", "past+1">(x);
  // corrected
  auto y = sp::rename<"L", "past">(x);
  // end
  return y;
}
