// SPDX-License-Identifier: BSL-1.0
// A name that the right operand does not have there.
// expect: einsum: [
// expect: right operand: the pattern says H for S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& q, sp::tensor<float, B,S,H,Dk> const& k) {
  // mistake
  auto y = sp::einsum<"B L H Dk, B H S Dk -> B H L S">(q, k);
  // corrected
  auto y = sp::einsum<"B L H Dk, B S H Dk -> B H L S">(q, k);
  // end
  return y;
}
