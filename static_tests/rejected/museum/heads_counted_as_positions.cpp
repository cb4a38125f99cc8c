// SPDX-License-Identifier: BSL-1.0
// Rotary positions are counted along the heads: every head is turned, no token is.
// case: C51
// equal: "H", 4 => "H", 3
// expect: rope: [B=2, H=4, L=3, (R C)=10]
// expect: rotates over H, the positions count [L=3]; heads have no position
// expect-equal: rope: [B=2, H=3, L=3, (R C)=10]
// expect-equal: rotates over H, the positions count [L=3]; heads have no position
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 3>;
using head = nn::interleaved<sp::axis<"R", 5>>;
auto rotated(sp::tensor<float, B, H, L, head> const& q, nn::positions<L> const& at) {
  // mistake
  auto x = nn::rope<"H", "(R C)">(q, at);
  // corrected
  auto x = nn::rope<"L", "(R C)">(q, at);
  // end
  return x;
}
