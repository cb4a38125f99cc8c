// SPDX-License-Identifier: BSL-1.0
// Each rank has all of D.
// expect: all_gather: [L=7, D=12]: D=12 is whole on each rank already
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
  auto y = sp::all_gather<"D">(x);
  // corrected
  auto y = sp::transpose<"L", "D">(x);
  // end
  return y;
}
