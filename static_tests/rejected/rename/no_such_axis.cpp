// SPDX-License-Identifier: BSL-1.0
// An axis that the tensor does not have.
// expect: rename: [B=1, L=7, H=8, Dk=650]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& x) {
  // mistake
  auto y = sp::rename<"S", "L">(x);
  // corrected
  auto y = sp::rename<"L", "S">(x);
  // end
  return y;
}
