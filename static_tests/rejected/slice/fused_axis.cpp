// SPDX-License-Identifier: BSL-1.0
// A part of merged heads.
// expect: slice: [L=7, (H Dk)=5200]
// expect: a part of a fused axis has no factors; split first and slice one factor
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, L,HDk> const& x) {
  // mistake
  auto y = sp::slice<"(H Dk)", 0, 2600>(x);
  // corrected
  auto y = sp::slice<"H", 0, 4>(sp::split<"(H Dk)">(x));
  // end
  return y;
}
