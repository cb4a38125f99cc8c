// SPDX-License-Identifier: BSL-1.0
// Both sides are sums that nobody has reduced.
// expect: matmul: [L=7, D=12] partial over tp x [D=12, L2=7] partial over tp: a product of sums over tp is not the sum of products; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
using L2 = sp::axis<"L2", 7>;
auto step(sum const& x, sp::partial<tp, sp::tensor<float, D, L2>> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(x, sp::all_reduce<"tp">(w));
  // end
  return y;
}
