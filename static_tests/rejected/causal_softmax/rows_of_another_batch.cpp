// SPDX-License-Identifier: BSL-1.0
// The padding of a batch of three, for scores of two.
// expect: causal_softmax: [B=2, H=4, L=7, S=9]
// expect: the padding is that of rows along B=3
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using other = sp::axis<"B", 3>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
auto weights_of(sp::tensor<float, B, H, L, S> const& scores,
                [[maybe_unused]] sp::left_padded<other> const& of_three,
                [[maybe_unused]] sp::left_padded<B> const& padding) {
  // mistake
  auto y = sp::causal_softmax<"L", "S">(scores, of_three);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores, padding);
  // end
  return y;
}
