// SPDX-License-Identifier: BSL-1.0
// Shards one behind the other are no shard of what lies one behind the other.
// expect: concat: [F=10 of 20 over tp] x [F=10 of 20 over tp]: each rank has only its part of F=20; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, F_part> const& a, sp::tensor<float, F_part> const& b) {
  // mistake
  auto y = sp::concat<"F">(a, b);
  // corrected
  auto y = sp::concat<"F">(sp::all_gather<"F">(a), sp::all_gather<"F">(b));
  // end
  return y;
}
