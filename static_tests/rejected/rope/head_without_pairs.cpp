// SPDX-License-Identifier: BSL-1.0
// A head of which nobody says how its pairs are stored.
// expect: rope: [B=3, H=5, L=7, Dk=8]: rotates pairs (R C), the last axis is Dk=8; its type says how pairs are stored
// expect: fused<R, axis<C, 2>> or fused<axis<C, 2>, R>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
using positions = nn::positions<L>;
auto step([[maybe_unused]] sp::tensor<float, B,H,L,sp::axis<"Dk", 8>> const& plain,
          [[maybe_unused]] sp::tensor<float, B,H,L,nn::interleaved<R>> const& q, positions const& at) {
  // mistake
  auto y = nn::rope<"L", "(R C)">(plain, at);
  // corrected
  auto y = nn::rope<"L", "(R C)">(q, at);
  // end
  return y;
}
