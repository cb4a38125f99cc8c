// SPDX-License-Identifier: BSL-1.0
// Refused scores of padded rows give no second error.
// expect: contract: [B=2, H=4, L=7, Dk=5] x [B=2, H=4, S=9, Dv=6]
// expect: the right side has no axis Dk
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 5>;
using Dv = sp::axis<"Dv", 6>;
auto mixed(sp::tensor<float, B, H, L, Dk> const& q, [[maybe_unused]] sp::tensor<float, B, H, S, Dk> const& keys,
           sp::tensor<float, B, H, S, Dv> const& values, sp::left_padded<B> const& padding) {
  // mistake
  auto scores = sp::contract<"Dk">(q, values);
  // corrected
  auto scores = sp::contract<"Dk">(q, keys);
  // end
  return sp::contract<"S">(sp::causal_softmax<"L", "S">(scores, padding), values);
}
