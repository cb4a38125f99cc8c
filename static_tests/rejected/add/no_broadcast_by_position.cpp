// SPDX-License-Identifier: BSL-1.0
// A row added to a square: which side it lies on, only its name says.
// expect: +: [L=7, S=7] x [Lk=7]
// expect: only the left has L, S, only the right has Lk; an axis is broadcast by its name, from the side that has all axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
auto step(sp::tensor<float, L,S> const& scores, sp::tensor<float, sp::axis<"Lk", 7>> const& bias) {
  // mistake
  auto y = scores + bias;
  // corrected
  auto y = scores + sp::rename<"Lk", "S">(bias);
  // end
  return y;
}
