// SPDX-License-Identifier: BSL-1.0
// Positions are cut over the ranks, and so are the columns: each rank has a block of the diagonal.
// expect: matmul: [L=4 of 8 over tp, D=12] x [D=12, F=10 of 20 over tp]: the result [L=4 of 8 over tp, F=10 of 20 over tp] has two shards over tp: each rank would have a part of its diagonal; gather one of them first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using L = sp::shard<sp::axis<"L", 8>, tp>;
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, D, F_part> const& w) {
  // mistake
  auto y = sp::matmul(x, w);
  // corrected
  auto y = sp::matmul(sp::all_gather<"L">(x), w);
  // end
  return y;
}
