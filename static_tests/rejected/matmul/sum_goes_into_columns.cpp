// SPDX-License-Identifier: BSL-1.0
// The sum of one layer goes into the next one's columns before it is reduced.
// expect: matmul: [L=7, D=12] partial over tp x [D=12, F=10 of 20 over tp]: each rank of tp would take its summand to another shard; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& x, sp::tensor<float, D, F_part> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(sp::all_reduce<"tp">(x), w);
  // end
  return y;
}
