// SPDX-License-Identifier: BSL-1.0
// One weight is cut for two ranks, the other for four.
// expect: matmul: [L=7, F=10 of 20 over tp] x [F=5 of 20 over tp, D=12]: contracts F=10 of 20 over tp with F=5 of 20 over tp; a rank has other parts of F on each side, cut over tp=2 and over tp=4: cut both alike, or all_gather<F> of both
// forbid: shards and whole axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using of_four = sp::shard<F, sp::mesh<"tp", 4>>;
auto step(sp::tensor<float, L, F_part> const& x, [[maybe_unused]] sp::tensor<float, of_four, D> const& other,
          [[maybe_unused]] sp::tensor<float, F_part, D> const& w) {
  // mistake
  auto y = sp::matmul(x, other);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
