// SPDX-License-Identifier: BSL-1.0
// Attention weights are normalised over the queries.
// expect: softmax: [H=2, L=3, S=3]
// expect: L are queries; attention weights sum to 1 over the keys S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"H", 2>, sp::axis<"L", 3>, sp::axis<"S", 3>> const& scores) {
// mistake
  auto const weights = sp::softmax<"L">(scores);
// corrected
  auto const weights = sp::softmax<"S">(scores);
// end
  (void)weights;
}
