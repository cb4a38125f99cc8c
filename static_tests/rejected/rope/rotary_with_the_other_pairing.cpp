// SPDX-License-Identifier: BSL-1.0
// The rotation of attention, given to a model that stores its pairs the other way.
// equal: "R", 4 => "R", 2
// expect: rope: [B=3, H=5, L=7, (C R)=8]: rotates pairs (R C), the last axis is (C R)=8, stored for the other pairing
// expect-equal: rope: [B=3, H=5, L=7, (C R)=4]: rotates pairs (R C), the last axis is (C R)=4, stored for the other
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
auto step(sp::tensor<float, B,H,L,nn::half_split<R>> const& q, nn::positions<L> const& at) {
  // mistake
  auto y = nn::rotary<"(R C)">()(q, at);
  // corrected
  auto y = nn::rotary<"(C R)">()(q, at);
  // end
  return y;
}
