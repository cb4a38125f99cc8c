// SPDX-License-Identifier: BSL-1.0
// What the ranks have of queries and keys would be put together as queries, keys, queries, keys.
// expect: all_gather: [L=7, (Q|K)=6 of 12 over tp]: a rank's part of (Q|K)=6 of 12 over tp is not in one piece; gather each axis by itself
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using Q = sp::shard<sp::axis<"Q", 8>, tp>;
using K = sp::shard<sp::axis<"K", 4>, tp>;
auto step(sp::tensor<float, L, sp::concatenated<Q, K>> const& both, sp::tensor<float, L, Q> const& queries) {
  // mistake
  return sp::all_gather<"(Q|K)">(both);
  // corrected
  return sp::all_gather<"Q">(queries);
  // end
  (void)both;
  (void)queries;
}
