// SPDX-License-Identifier: BSL-1.0
// The sum is one over tp.
// expect: all_reduce: [L=7, D=12] partial over tp: it is no sum over ep
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& x) {
  // mistake
  auto y = sp::all_reduce<"ep">(x);
  // corrected
  auto y = sp::all_reduce<"tp">(x);
  // end
  return y;
}
