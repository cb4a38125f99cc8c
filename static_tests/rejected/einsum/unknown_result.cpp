// SPDX-License-Identifier: BSL-1.0
// A result axis that no operand has.
// expect: einsum: [
// expect: no operand has the result axis T
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& q, sp::tensor<float, B,S,H,Dk> const& k) {
  // mistake
  auto y = sp::einsum<"B L H Dk, B S H Dk -> B H L T">(q, k);
  // corrected
  auto y = sp::einsum<"B L H Dk, B S H Dk -> B H L S">(q, k);
  // end
  return y;
}
