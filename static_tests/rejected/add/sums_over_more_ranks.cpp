// SPDX-License-Identifier: BSL-1.0
// Both are sums over dp; one is a sum over tp too.
// expect: +: [L=7, D=12] partial over dp x [L=7, D=12] partial over dp and tp: what is whole would be added on each rank of tp; call all_reduce<tp> of the other first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using dp = sp::mesh<"dp", 3>;
using x = sp::tensor<float, sp::axis<"L", 7>, sp::axis<"D", 12>>;
auto step(sp::partial<dp, x> const& a, sp::partial<dp, sp::partial<tp, x>> const& b) {
  // mistake
  auto y = a + b;
  // corrected
  auto y = a + sp::all_reduce<"tp">(b);
  // end
  return y;
}
