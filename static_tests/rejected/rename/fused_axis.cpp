// SPDX-License-Identifier: BSL-1.0
// A new name for a fused axis.
// expect: rename: [B=1, L=7, (H Dk)=5200]
// expect: a fused axis is named by its factors; split first and rename those
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, B,L,HDk> const& x) {
  // mistake
  auto y = sp::rename<"(H Dk)", "D">(x);
  // corrected
  auto y = sp::rename<"H", "G">(sp::split<"(H Dk)">(x));
  // end
  return y;
}
