// SPDX-License-Identifier: BSL-1.0
// Weights stored for pairs half a head apart are rotated as neighbours.
// case: C52
// equal: "R", 5 => "R", 2
// expect: rope: [B=2, H=4, L=3, (C R)=10]
// expect: rotates pairs (R C), the last axis is (C R)=10, stored for the other pairing
// expect: permute the weights when loading, or rotate (C R)
// expect-equal: rope: [B=2, H=4, L=3, (C R)=4]
// expect-equal: rotates pairs (R C), the last axis is (C R)=4, stored for the other pairing
// expect-equal: permute the weights when loading, or rotate (C R)
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 3>;
using head = nn::half_split<sp::axis<"R", 5>>;  // (C R): component i turns with component i + 5
auto rotated(sp::tensor<float, B, H, L, head> const& q, nn::positions<L> const& at) {
  // mistake
  auto x = nn::rope<"L", "(R C)">(q, at);
  // corrected
  auto x = nn::rope<"L", "(C R)">(q, at);
  // end
  return x;
}
