// SPDX-License-Identifier: BSL-1.0
// A half of the axis is added to a quarter of it.
// expect: +: [L=7, F=10 of 20 over tp] x [L=7, F=5 of 20 over tp]: F=10 of 20 over tp meets F=5 of 20 over tp; a rank has other parts of F on each side, cut over tp=2 and over tp=4
// forbid: shards and whole axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using quarter = sp::shard<F, sp::mesh<"tp", 4>>;
auto step(sp::tensor<float, L, F_part> const& x, [[maybe_unused]] sp::tensor<float, L, quarter> const& other,
          [[maybe_unused]] sp::tensor<float, L, F_part> const& y) {
  // mistake
  auto z = x + other;
  // corrected
  auto z = x + y;
  // end
  return z;
}
