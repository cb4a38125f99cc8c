// SPDX-License-Identifier: BSL-1.0
// The weight is cut over the ranks, and nobody adds up what they have before the residual is added.
// case: C54
// equal: "L", 7 => "L", 12
// expect-equal: +: [L=12, D=12] x [L=12, D=12] partial over tp: what is whole would be added on each rank
// expect: +: [L=7, D=12] x [L=7, D=12] partial over tp: what is whole would be added on each rank of tp; call all_reduce<tp> of the other first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, L, F_part> const& widened,
          sp::tensor<float, F_part, D> const& w) {
  // mistake
  auto y = x + sp::matmul(widened, w);
  // corrected
  auto y = x + sp::all_reduce<"tp">(sp::matmul(widened, w));
  // end
  return y;
}
