// SPDX-License-Identifier: BSL-1.0
// A letter written twice reads the diagonal of a matrix; a product was meant.
// case: C46
// equal: "D", 2 => "D", 4
// expect: einsum: [D=2, E=4] x [B=3, E=4]
// expect: repeated axis E in one operand; a product has two axes to contract
// expect-equal: einsum: [D=4, E=4] x [B=3, E=4]
// expect-equal: repeated axis E in one operand; a product has two axes to contract
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 3>;
using D = sp::axis<"D", 2>;
using E = sp::axis<"E", 4>;
auto turned(sp::tensor<float, D, E> const& a, sp::tensor<float, B, E> const& x) {
  // mistake
  auto y = sp::einsum<"E E, B E -> B E">(a, x);
  // corrected
  auto y = sp::einsum<"D E, B E -> B D">(a, x);
  // end
  return y;
}
