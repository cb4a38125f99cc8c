// SPDX-License-Identifier: BSL-1.0
// The positions of the step before.
// expect: rope: [B=3, H=5, L=7, (R C)=8]: rotates over L, the positions count [L=1]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
using positions = nn::positions<L>;
auto step(sp::tensor<float, B,H,L,nn::interleaved<R>> const& q, [[maybe_unused]] positions const& at,
          [[maybe_unused]] nn::positions<sp::axis<"L", 1>> const& before) {
  // mistake
  auto y = nn::rope<"L", "(R C)">(q, before);
  // corrected
  auto y = nn::rope<"L", "(R C)">(q, at);
  // end
  return y;
}
