// SPDX-License-Identifier: BSL-1.0
// Weights whose pairs are side by side, rotated half an axis apart.
// equal: "R", 4 => "R", 2
// expect: rope: [B=3, H=5, L=7, (R C)=8]: rotates pairs (C R), the last axis is (R C)=8, stored for the other pairing
// expect: permute the weights when loading, or rotate (R C)
// expect-equal: rope: [B=3, H=5, L=7, (R C)=4]: rotates pairs (C R), the last axis is (R C)=4, stored for the other
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
using positions = nn::positions<L>;
auto step(sp::tensor<float, B,H,L,nn::interleaved<R>> const& q, positions const& at) {
  // mistake
  auto y = nn::rope<"L", "(C R)">(q, at);
  // corrected
  auto y = nn::rope<"L", "(R C)">(q, at);
  // end
  return y;
}
