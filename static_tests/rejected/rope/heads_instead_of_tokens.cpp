// SPDX-License-Identifier: BSL-1.0
// Every head gets one angle, and tokens get none.
// equal: "H", 5 => "H", 7
// expect: rope: [B=3, H=5, L=7, (R C)=8]: rotates over H, the positions count [L=7]; heads have no position
// expect-equal: rope: [B=3, H=7, L=7, (R C)=8]: rotates over H, the positions count [L=7]; heads have no position
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
  auto y = nn::rope<"H", "(R C)">(q, at);
  // corrected
  auto y = nn::rope<"L", "(R C)">(q, at);
  // end
  return y;
}
