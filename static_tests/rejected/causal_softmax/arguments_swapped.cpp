// SPDX-License-Identifier: BSL-1.0
// Keys and queries exchanged: the mask would look into the future.
// expect: causal_softmax: [H=8, L=7, S=9]
// expect: the mask is offset by L=7 minus S=9 = -2, which may be negative; keys are cached positions and queries together
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
auto step(sp::tensor<float, H,L,sp::axis<"S", 9>> const& scores) {
  // mistake
  auto y = sp::causal_softmax<"S", "L">(scores);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores);
  // end
  return y;
}
