// SPDX-License-Identifier: BSL-1.0
// A variable of the loop forgets that the sum is still to be reduced.
// expect: tensor: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using hidden = sp::tensor<float, L, D>;
void step(hidden& y, sp::tensor<float, L, F_part> const& x, sp::tensor<float, F_part, D> const& w) {
  // mistake
  y = sp::matmul(x, w);
  // corrected
  y = sp::all_reduce<"tp">(sp::matmul(x, w));
  // end
}
