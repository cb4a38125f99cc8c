// SPDX-License-Identifier: BSL-1.0
// The gain of another model.
// expect: layer_norm: [B=1, L=7, D=5200] x [De=4096] x [D=5200]
// expect: normalises over D=5200, so gamma and beta must be [D=5200]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
auto step(sp::tensor<float, B,L,D> const& x,
          [[maybe_unused]] sp::tensor<float, De> const& other,
          [[maybe_unused]] sp::tensor<float, D> const& gamma,
          sp::tensor<float, D> const& beta) {
  // mistake
  auto y = sp::layer_norm<"D">(x, other, beta);
  // corrected
  auto y = sp::layer_norm<"D">(x, gamma, beta);
  // end
  return y;
}
