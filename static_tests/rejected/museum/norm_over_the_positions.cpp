// SPDX-License-Identifier: BSL-1.0
// LayerNorm along the sequence: every token learns about every other one.
// case: C41
// equal: "L", 3 => "L", 4
// expect: layer_norm: [B=2, L=3, D=4] x [D=4] x [D=4]
// expect: normalises over L=3, so gamma and beta must be [L=3]; did you mean to normalise over D?
// expect-equal: layer_norm: [B=2, L=4, D=4] x [D=4] x [D=4]
// expect-equal: normalises over L=4, so gamma and beta must be [L=4]; did you mean to normalise over D?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using D = sp::axis<"D", 4>;
auto normalized(sp::tensor<float, B, L, D> const& x, sp::tensor<float, D> const& gamma,
                sp::tensor<float, D> const& beta) {
  // mistake
  auto y = sp::layer_norm<"L">(x, gamma, beta);
  // corrected
  auto y = sp::layer_norm<"D">(x, gamma, beta);
  // end
  return y;
}
