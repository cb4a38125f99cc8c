// SPDX-License-Identifier: BSL-1.0
// The columns have the name of a loop, with another extent.
// expect: matmul: [H=8, L=7, Dk=650] x [Dk=650, H=16]
// expect: the result would have H twice; rename one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
auto step(sp::tensor<float, H,L,Dk> const& x, sp::tensor<float, Dk,sp::axis<"H", 16>> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(x, sp::rename<"H", "G">(w));
  // end
  return y;
}
