// SPDX-License-Identifier: BSL-1.0
// Normalised over positions instead of the width.
// expect: layer_norm: [B=1, L=7, D=5200] x [D=5200] x [D=5200]
// expect: normalises over L=7, so gamma and beta must be [L=7]; did you mean to normalise over D?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, B,L,D> const& x,
          sp::tensor<float, D> const& gamma,
          sp::tensor<float, D> const& beta) {
  // mistake
  auto y = sp::layer_norm<"L">(x, gamma, beta);
  // corrected
  auto y = sp::layer_norm<"D">(x, gamma, beta);
  // end
  return y;
}
