// SPDX-License-Identifier: BSL-1.0
// What each rank has whole is summed and cut.
// expect: reduce_scatter: [L=7, D=12]: it is no sum over tp: each rank has all of it, and the sum would count it on each
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(hidden const& x) {
  // mistake
  auto y = sp::reduce_scatter<"D", tp>(x);
  // corrected
  auto y = sp::scatter<"D", tp>(x);
  // end
  return y;
}
