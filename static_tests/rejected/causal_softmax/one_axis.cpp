// SPDX-License-Identifier: BSL-1.0
// Queries and keys as one axis.
// expect: causal_softmax: [B=1, H=8, L=7, S=7]
// expect: queries and keys are one axis; give the keys their own name
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
auto step(sp::tensor<float, B,H,L,S> const& scores) {
  // mistake
  auto y = sp::causal_softmax<"L", "L">(scores);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores);
  // end
  return y;
}
