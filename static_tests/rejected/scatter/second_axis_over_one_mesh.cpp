// SPDX-License-Identifier: BSL-1.0
// The columns are cut over the ranks already.
// expect: scatter: [D=12, F=10 of 20 over tp]: the result [D=6 of 12 over tp, F=10 of 20 over tp] has two shards over tp
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, D, F_part> const& w) {
  // mistake
  auto y = sp::scatter<"D", tp>(w);
  // corrected
  auto y = sp::scatter<"D", tp>(sp::all_gather<"F">(w));
  // end
  return sp::contiguous(y);
}
