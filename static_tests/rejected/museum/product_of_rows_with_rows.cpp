// SPDX-License-Identifier: BSL-1.0
// A library's mul_mat contracts the last axes of both sides; A.B was meant.
// case: C36
// equal: "I", 2 => "I", 3
// equal: "J", 4 => "J", 3
// expect: matmul: [I=2, K=3] x [J=4, K=3]
// expect: contracts K=3 with J=4; did you mean transpose(b)?
// expect-equal: matmul: [I=3, K=3] x [J=3, K=3]
// expect-equal: contracts K=3 with J=3; did you mean transpose(b)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using I = sp::axis<"I", 2>;
using K = sp::axis<"K", 3>;
using J = sp::axis<"J", 4>;
auto product(sp::tensor<float, I, K> const& a, sp::tensor<float, K, J> const& b) {
  // mistake
  auto ab = sp::matmul(a, sp::transpose<"K", "J">(b));
  // corrected
  auto ab = sp::matmul(a, b);
  // end
  return ab;
}
