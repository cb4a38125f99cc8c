// SPDX-License-Identifier: BSL-1.0
// Gate and up are both sums that are still to be reduced.
// expect: *: [L=7, D=12] partial over tp x [L=7, D=12] partial over tp: a product of sums over tp is not the sum of products; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& gate, sum const& up) {
  // mistake
  auto y = gate * up;
  // corrected
  auto y = sp::all_reduce<"tp">(gate) * sp::all_reduce<"tp">(up);
  // end
  return y;
}
