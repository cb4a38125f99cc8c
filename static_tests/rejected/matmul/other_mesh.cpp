// SPDX-License-Identifier: BSL-1.0
// One weight is cut over tp, the other over experts: both in two.
// expect: matmul: [L=7, F=10 of 20 over tp] x [F=10 of 20 over ep, D=12]: contracts F=10 of 20 over tp with F=10 of 20 over ep; a rank has other parts of F on each side, cut over tp=2 and over ep=2: cut both alike, or all_gather<F> of both
// forbid: shards and whole axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using of_experts = sp::shard<F, sp::mesh<"ep", 2>>;
auto step(sp::tensor<float, L, F_part> const& x, [[maybe_unused]] sp::tensor<float, of_experts, D> const& other,
          [[maybe_unused]] sp::tensor<float, F_part, D> const& w) {
  // mistake
  auto y = sp::matmul(x, other);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
