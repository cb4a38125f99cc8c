// SPDX-License-Identifier: BSL-1.0
// A slice of the inner axis: the memory is wider than the view.
// expect: merge: [L=7, H=8, Dk=325]
// expect: the view steps over part of the memory; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,H,Dk> const& x) {
  // mistake
  auto y = sp::merge<"H", "Dk">(sp::slice<"Dk", 0, 325>(x));
  // corrected
  auto y = sp::merge<"H", "Dk">(sp::contiguous(sp::slice<"Dk", 0, 325>(x)));
  // end
  return y;
}
