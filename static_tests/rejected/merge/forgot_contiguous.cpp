// SPDX-License-Identifier: BSL-1.0
// Heads merged after a transpose: their memory is not in this order.
// expect: merge: [B=1, L=7, H=8, Dk=650]
// expect: the memory order is B, H, L, Dk; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,H,L,Dk> const& mixed) {
  // mistake
  auto y = sp::merge<"H", "Dk">(sp::transpose<"H", "L">(mixed));
  // corrected
  auto y = sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(mixed)));
  // end
  return y;
}
