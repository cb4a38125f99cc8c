// SPDX-License-Identifier: BSL-1.0
// A reshape after a transpose: the memory is not in this order.
// expect: reshape: [L=7, H=8, Dk=650]
// expect: the memory order is H, L, Dk; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, H,L,Dk> const& x) {
  // mistake
  auto y = sp::reshape<L, HDk>(sp::transpose<"H", "L">(x));
  // corrected
  auto y = sp::reshape<L, HDk>(sp::contiguous(sp::transpose<"H", "L">(x)));
  // end
  return y;
}
