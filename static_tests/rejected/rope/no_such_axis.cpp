// SPDX-License-Identifier: BSL-1.0
// Keys that have been renamed already.
// expect: rope: [B=3, H=5, S=7, (R C)=8]: there is no axis L
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
using positions = nn::positions<L>;
auto step(sp::tensor<float, B,H,L,nn::interleaved<R>> const& k, positions const& at) {
  // mistake
  auto y = nn::rope<"L", "(R C)">(sp::rename<"L", "S">(k), at);
  // corrected
  auto y = sp::rename<"L", "S">(nn::rope<"L", "(R C)">(k, at));
  // end
  return y;
}
