// SPDX-License-Identifier: BSL-1.0
// Softmax along the queries: columns sum to one, rows do not.
// case: C33
// equal: "S", 5 => "S", 3
// expect: softmax: [B=2, H=4, L=3, S=5]
// expect: L are queries; attention weights sum to 1 over the keys S
// expect-equal: softmax: [B=2, H=4, L=3, S=3]
// expect-equal: L are queries; attention weights sum to 1 over the keys S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 3>;
using S = sp::axis<"S", 5>;
auto weights(sp::tensor<float, B, H, L, S> const& scores) {
  // mistake
  auto p = sp::softmax<"L">(scores);
  // corrected
  auto p = sp::softmax<"S">(scores);
  // end
  return p;
}
