// SPDX-License-Identifier: BSL-1.0
// The weight's rows are cut over the ranks, the bias is not: each rank adds it, and the sum counts it on each.
// case: C55
// equal: "L", 7 => "L", 12
// expect-equal: linear: [L=12, F=10 of 20 over tp] x [F=10 of 20 over tp, D=12] x [D=12]: the bias would be added on each rank of tp
// expect: linear: [L=7, F=10 of 20 over tp] x [F=10 of 20 over tp, D=12] x [D=12]: the bias would be added on each rank of tp; add it after all_reduce<tp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F_part = sp::shard<sp::axis<"F", 20>, tp>;
auto step(sp::tensor<float, L, F_part> const& x, sp::tensor<float, F_part, D> const& w, sp::tensor<float, D> const& bias) {
  // mistake
  auto y = sp::all_reduce<"tp">(sp::linear(x, w, bias));
  // corrected
  auto y = sp::all_reduce<"tp">(sp::linear(x, w)) + bias;
  // end
  return y;
}
