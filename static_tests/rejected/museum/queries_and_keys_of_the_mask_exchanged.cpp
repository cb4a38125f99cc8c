// SPDX-License-Identifier: BSL-1.0
// Queries and keys of the mask are exchanged, so that its offset is minus the past.
// case: C22
// expect: causal_softmax: [B=2, H=4, L, S=L+past]
// expect: the mask is offset by L minus S=L+past = -past, which may be negative
// expect: keys are cached positions and queries together
// equal: "past+L" => "L"
// expect-equal: causal_softmax: [B=2, H=4, L, S=L]
// expect-equal: of scores, L are the queries and S the keys, in this order
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L">;
using S = sp::axis<"S", "past+L">;
auto weights(sp::tensor<float, B, H, L, S> const& scores) {
  // mistake
  auto p = sp::causal_softmax<"S", "L">(scores);  // its offset is L - S
  // corrected
  auto p = sp::causal_softmax<"L", "S">(scores);  // its offset is S - L
  // end
  return p;
}
