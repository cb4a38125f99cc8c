// SPDX-License-Identifier: BSL-1.0
// The same axes in another order.
// expect: +: [L=7, D=5200] x [D=5200, L=7]
// expect: the axes are in another order; permute one side
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, D,L> const& other) {
  // mistake
  auto y = x + other;
  // corrected
  auto y = x + sp::transpose<"D", "L">(other);
  // end
  return y;
}
