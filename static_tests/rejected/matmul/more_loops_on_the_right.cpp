// SPDX-License-Identifier: BSL-1.0
// A matrix on the left of a batch.
// expect: matmul: [L=7, D=5200] x [B=1, D=5200, F=20800]
// expect: loops over [] on the left and [B=1] on the right
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, B,D,F> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(sp::unsqueeze<B>(x), w);
  // end
  return y;
}
