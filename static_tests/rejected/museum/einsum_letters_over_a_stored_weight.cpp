// SPDX-License-Identifier: BSL-1.0
// The pattern multiplies with (in, out), the weight was stored as (out, in).
// case: C16
// equal: "Out", 8 => "Out", 4
// expect: einsum: [B=2, N=3, In=4] x [Out=8, In=4]
// expect: right operand: the pattern says In for Out
// expect-equal: einsum: [B=2, N=3, In=4] x [Out=4, In=4]
// expect-equal: right operand: the pattern says In for Out
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using N = sp::axis<"N", 3>;
using In = sp::axis<"In", 4>;
using Out = sp::axis<"Out", 8>;
auto project(sp::tensor<float, B, N, In> const& x, sp::tensor<float, Out, In> const& w) {
  // mistake
  auto y = sp::einsum<"B N In, In Out -> B N Out">(x, w);
  // corrected
  auto y = sp::einsum<"B N In, Out In -> B N Out">(x, w);
  // end
  return y;
}
