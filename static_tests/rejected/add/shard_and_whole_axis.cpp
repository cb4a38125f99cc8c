// SPDX-License-Identifier: BSL-1.0
// A rank's part meets the whole.
// expect: +: [L=7, F=10 of 20 over tp] x [L=7, F=20]: F=10 of 20 over tp meets F=20; shards and whole axes do not meet
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x, sp::tensor<float, L, F> const& whole) {
  // mistake
  auto y = x + whole;
  // corrected
  auto y = sp::all_gather<"F">(x) + whole;
  // end
  return y;
}
