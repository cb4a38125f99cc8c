// SPDX-License-Identifier: BSL-1.0
// Rows and columns of the result are cut over the same ranks, the rows inside of a fused axis.
// expect: matmul: [(F Q)=30 of 60 over tp, K=5] x [K=5, F=10 of 20 over tp]: the result [(F Q)=30 of 60 over tp, F=10 of 20 over tp] has two shards over tp: each rank would have a part of its diagonal; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
using K = sp::axis<"K", 5>;
using rows = sp::fused<F, sp::axis<"Q", 3>>;
auto step(sp::tensor<float, rows, K> const& x, sp::tensor<float, K, F> const& w) {
// mistake
  auto y = sp::matmul(x, w);
// corrected
  auto y = sp::matmul(x, sp::all_gather<"F">(w));
// end
  return y;
}
