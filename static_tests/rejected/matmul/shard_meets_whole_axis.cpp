// SPDX-License-Identifier: BSL-1.0
// The input is a shard, the weight has all rows.
// expect: matmul: [L=7, F=10 of 20 over tp] x [F=20, D=12]: contracts F=10 of 20 over tp with F=20; shards and whole axes do not meet
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x, [[maybe_unused]] sp::tensor<float, F, D> const& whole,
          [[maybe_unused]] sp::tensor<float, F_part, D> const& w) {
  // mistake
  auto y = sp::matmul(x, whole);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
