// SPDX-License-Identifier: BSL-1.0
// A pattern with fewer axes than the operand.
// expect: rearrange: [
// expect: the pattern has 2 axes, the operand has 3
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, B,L,HDk> const& x) {
  // mistake
  auto y = sp::rearrange<"B L -> L B">(x);
  // corrected
  auto y = sp::rearrange<"B L (H Dk) -> B H L Dk">(x);
  // end
  return y;
}
