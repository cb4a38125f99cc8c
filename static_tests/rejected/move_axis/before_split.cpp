// SPDX-License-Identifier: BSL-1.0
// Heads moved before they are split.
// expect: move_axis: [B=1, L=7, (H Dk)=5200]: there is no axis H; it is a factor of (H Dk), call split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,sp::fused<H, Dk>> const& q) {
  // mistake
  auto y = sp::move_axis<"H", 1>(q);
  // corrected
  auto y = sp::move_axis<"H", 1>(sp::split<"(H Dk)">(q));
  // end
  return y;
}
