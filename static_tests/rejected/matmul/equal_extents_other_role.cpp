// SPDX-License-Identifier: BSL-1.0
// Heads contracted with groups: both 8, another role.
// expect: matmul: [L=7, H=8] x [G=8, D=5200]
// expect: contracts H=8 with G=8; equal extents, but other roles: rename one if they are the same
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using G = sp::axis<"G", 8>;
auto step(sp::tensor<float, L,H> const& x, sp::tensor<float, G,D> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(x, sp::rename<"G", "H">(w));
  // end
  return y;
}
