// SPDX-License-Identifier: BSL-1.0
// Sixteen heads of half the width: the same count, other factors.
// expect: reshape: [L=7, (H Dk)=5200]
// expect: the factors are [L=7, H=8, Dk=650] and [L=7, H=16, Dk=325]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x) {
  // mistake
  auto y = sp::reshape<L, sp::axis<"H", 16>, sp::axis<"Dk", 325>>(x);
  // corrected
  auto y = sp::reshape<L, H, Dk>(x);
  // end
  return y;
}
