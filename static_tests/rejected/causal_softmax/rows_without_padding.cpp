// SPDX-License-Identifier: BSL-1.0
// The padding of a batch, for scores that have no rows of it.
// equal: "H", 4 => "H", 2
// expect: causal_softmax: [H=4, L=7, S=9]
// expect: the padding is that of rows along B=2
// expect-equal: causal_softmax: [H=2, L=7, S=9]
// expect-equal: the padding is that of rows along B=2
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 9>;
auto weights_of([[maybe_unused]] sp::tensor<float, H, L, S> const& one,
                [[maybe_unused]] sp::tensor<float, B, H, L, S> const& scores,
                sp::left_padded<B> const& padding) {
  // mistake
  auto y = sp::causal_softmax<"L", "S">(one, padding);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(scores, padding);
  // end
  return y;
}
