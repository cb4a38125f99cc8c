// SPDX-License-Identifier: BSL-1.0
// A pattern for one operand.
// expect: einsum: [
// expect: the pattern is not of the form: left axes, right axes -> result axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, B,L,H,Dk> const& q, sp::tensor<float, B,S,H,Dk> const& k) {
  // mistake
  auto y = sp::einsum<"B L H Dk -> B L H">(q, k);
  // corrected
  auto y = sp::einsum<"B L H Dk, B S H Dk -> B H L S">(q, k);
  // end
  return y;
}
