// SPDX-License-Identifier: BSL-1.0
// Neighbours with a selected axis between them in memory.
// expect: merge: [L=7, Dk=650]
// expect: the memory order is L, (gap), Dk; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,H,Dk> const& x) {
  // mistake
  auto y = sp::merge<"L", "Dk">(sp::select<"H">(x, 3));
  // corrected
  auto y = sp::merge<"L", "Dk">(sp::contiguous(sp::select<"H">(x, 3)));
  // end
  return y;
}
