// SPDX-License-Identifier: BSL-1.0
// A fused axis that would grow.
// expect: concat: [L=7, (H Dk)=5200] x [L=7, (H Dk)=5200]
// expect: a fused axis does not grow; split first and concat one factor
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& a, sp::tensor<float, L,HDk> const& b) {
  // mistake
  auto y = sp::concat<"(H Dk)">(a, b);
  // corrected
  auto y = sp::concat<"H">(sp::split<"(H Dk)">(a), sp::split<"(H Dk)">(b));
  // end
  return y;
}
