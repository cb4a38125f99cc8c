// SPDX-License-Identifier: BSL-1.0
// Queries and keys of further heads are put behind queries and keys.
// expect: concat: [L=6, (Q|K)=12] x [L=6, (Q|K)=12]: axes side by side do not grow; concat one of them by itself
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 6>;
using Q = sp::axis<"Q", 8>;
using K = sp::axis<"K", 4>;
auto step(sp::tensor<float, L, sp::concatenated<Q, K>> const& both, sp::tensor<float, L, Q> const& queries) {
  // mistake
  return sp::concat<"(Q|K)">(both, both);
  // corrected
  return sp::concat<"Q">(queries, queries);
  // end
  (void)both;
  (void)queries;
}
