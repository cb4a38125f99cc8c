// SPDX-License-Identifier: BSL-1.0
// Axes with another axis between them.
// expect: merge: [B=1, H=8, L=7, Dk=650]
// expect: H and Dk are not neighbours, L lies between; transpose them together first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& mixed) {
  // mistake
  auto y = sp::merge<"H", "Dk">(mixed);
  // corrected
  auto y = sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(mixed)));
  // end
  return y;
}
