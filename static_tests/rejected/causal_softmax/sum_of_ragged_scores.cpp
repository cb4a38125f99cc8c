// SPDX-License-Identifier: BSL-1.0
// Scores of ragged rows that are still a sum over ranks.
// expect: causal_softmax: [B, L=7, S=past+7] partial over tp: a sum over tp is still to be reduced
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using B = sp::axis<"B">;
using sum = sp::partial<tp, sp::tensor<float, B, L, sp::axis<"S", "past+7">>>;
auto weights_of(sum const& scores, sp::ragged<B> const& lengths) {
  // mistake
  auto y = sp::causal_softmax<"L", "S">(scores, lengths);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(sp::all_reduce<"tp">(scores), lengths);
  // end
  return y;
}
