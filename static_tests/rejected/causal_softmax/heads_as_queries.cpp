// SPDX-License-Identifier: BSL-1.0
// The mask counts heads as queries; there are as many as keys.
// expect: causal_softmax: [H=8, L=8, S=8]
// expect: of scores, L are the queries and S the keys, in this order
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"H", 8>, sp::axis<"L", 8>, sp::axis<"S", 8>> const& scores) {
// mistake
  auto const weights = sp::causal_softmax<"H", "S">(scores);
// corrected
  auto const weights = sp::causal_softmax<"L", "S">(scores);
// end
  (void)weights;
}
