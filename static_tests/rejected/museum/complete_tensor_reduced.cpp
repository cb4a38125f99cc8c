// SPDX-License-Identifier: BSL-1.0
// Each rank has the whole weight, so its product is complete; the sum over two ranks doubles it.
// case: C54
// equal: "L", 7 => "L", 12
// expect-equal: all_reduce: [L=12, D=12]: it is no sum over tp
// expect: all_reduce: [L=7, D=12]: it is no sum over tp: each rank has all of it, and the sum would count it on each
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F> const& x, sp::tensor<float, F, D> const& w) {
  // mistake
  auto y = sp::all_reduce<"tp">(sp::matmul(x, w));
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
