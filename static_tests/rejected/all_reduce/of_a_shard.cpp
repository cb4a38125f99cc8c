// SPDX-License-Identifier: BSL-1.0
// The ranks' shards are different positions, not summands.
// expect: all_reduce: [L=7, F=10 of 20 over tp]: it is no sum over tp: each rank has its part of F; call all_gather<F>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x) {
  // mistake
  auto y = sp::all_reduce<"tp">(x);
  // corrected
  auto y = sp::all_gather<"F">(x);
  // end
  return y;
}
