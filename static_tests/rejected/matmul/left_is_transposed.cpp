// SPDX-License-Identifier: BSL-1.0
// The left side is transposed.
// expect: matmul: [D=5200, L=7] x [D=5200, F=20800]
// expect: contracts L=7 with D=5200; did you mean transpose(a)?
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, D,L> const& x, sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(sp::transpose<"D", "L">(x), w);
  // end
  return y;
}
