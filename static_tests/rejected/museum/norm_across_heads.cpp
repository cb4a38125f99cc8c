// SPDX-License-Identifier: BSL-1.0
// One norm for all heads together, where each head has its own.
// case: C44
// equal: "H", 2 => "H", 1
// expect: rms_norm: [L=3, (H Dk)=8] x [Dk=4]
// expect: normalises over (H Dk)=8, so gamma must be [(H Dk)=8]
// expect: gamma has a factor of it: split (H Dk) first and normalise over Dk
// expect-equal: rms_norm: [L=3, (H Dk)=4] x [Dk=4]
// expect-equal: normalises over (H Dk)=4, so gamma must be [(H Dk)=4]
// expect-equal: gamma has a factor of it: split (H Dk) first and normalise over Dk
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 3>;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 4>;
auto normalized(sp::tensor<float, L, sp::fused<H, Dk>> const& q, sp::tensor<float, Dk> const& gamma) {
  // mistake
  auto y = sp::rms_norm<"(H Dk)">(q, gamma);
  // corrected
  auto y = sp::rms_norm<"Dk">(sp::split<"(H Dk)">(q), gamma);
  // end
  return y;
}
