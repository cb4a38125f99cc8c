// SPDX-License-Identifier: BSL-1.0
// Positions are cut over the ranks, and so are the columns of queries and keys in one matrix.
// expect: matmul: [L=3 of 6 over tp, D=5] x [D=5, (Q|K)=6 of 12 over tp]: the result [L=3 of 6 over tp, (Q|K)=6 of 12 over tp] has two shards over tp: each rank would have a part of its diagonal; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using D = sp::axis<"D", 5>;
using Q = sp::shard<sp::axis<"Q", 8>, tp>;
using K = sp::shard<sp::axis<"K", 4>, tp>;
auto step(sp::tensor<float, sp::shard<L, tp>, D> const& x, sp::tensor<float, D, sp::concatenated<Q, K>> const& w) {
  // mistake
  return sp::matmul(x, w);
  // corrected
  return sp::matmul(sp::all_gather<"L">(x), w);
  // end
}
