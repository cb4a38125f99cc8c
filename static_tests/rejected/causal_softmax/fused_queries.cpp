// SPDX-License-Identifier: BSL-1.0
// Batch and positions merged: the positions of the second sequence are not later ones.
// expect: causal_softmax: [(B L)=7, S=7]
// expect: a fused axis has no one order in time; split it first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
auto step([[maybe_unused]] sp::tensor<float, sp::fused<B, L>,S> const& merged,
          [[maybe_unused]] sp::tensor<float, B,L,S> const& scores) {
  // mistake
  auto y = sp::causal_softmax<"(B L)", "S">(merged);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores);
  // end
  return y;
}
