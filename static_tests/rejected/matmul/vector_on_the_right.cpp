// SPDX-License-Identifier: BSL-1.0
// A vector on the right.
// expect: matmul: [L=7, D=5200] x [D=5200]
// expect: both sides need two axes or more
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, D> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::einsum<"L D, D -> L">(x, w);
  // end
  return y;
}
