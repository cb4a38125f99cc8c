// SPDX-License-Identifier: BSL-1.0
// A reshape of a slice of the inner axis.
// expect: reshape: [L=7, H=8, Dk=325]
// expect: the view steps over part of the memory; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, L,H,Dk> const& x) {
  // mistake
  auto part = sp::slice<"Dk", 0, 325>(x);
  auto y = sp::reshape<L, sp::fused<H, sp::axis<"Dk", 325>>>(part);
  // corrected
  auto part = sp::contiguous(sp::slice<"Dk", 0, 325>(x));
  auto y = sp::reshape<L, sp::fused<H, sp::axis<"Dk", 325>>>(part);
  // end
  return y;
}
