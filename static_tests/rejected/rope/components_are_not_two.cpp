// SPDX-License-Identifier: BSL-1.0
// A pair of 4 components.
// expect: rope: [B=3, H=5, L=7, (R C)=8]: a pair has two components: one of the factors is the axis C with extent 2
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 3>;
using H = sp::axis<"H", 5>;
using L = sp::axis<"L", 7>;
using R = sp::axis<"R", 4>;
using C = sp::axis<"C", 2>;
using positions = nn::positions<L>;
auto step([[maybe_unused]] sp::tensor<float, B,H,L,sp::fused<sp::axis<"R", 2>, sp::axis<"C", 4>>> const& fours,
          [[maybe_unused]] sp::tensor<float, B,H,L,sp::fused<R, C>> const& q, positions const& at) {
  // mistake
  auto y = nn::rope<"L", "(R C)">(fours, at);
  // corrected
  auto y = nn::rope<"L", "(R C)">(q, at);
  // end
  return y;
}
