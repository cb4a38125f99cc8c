// SPDX-License-Identifier: BSL-1.0
// A sum over one factor of merged heads.
// expect: sum: [L=7, (H Dk)=5200]
// expect: there is no axis H; it is a factor of (H Dk), call split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x) {
  // mistake
  auto y = sp::sum<"H">(x);
  // corrected
  auto y = sp::sum<"H">(sp::split<"(H Dk)">(x));
  // end
  return y;
}
