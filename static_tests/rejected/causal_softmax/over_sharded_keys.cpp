// SPDX-License-Identifier: BSL-1.0
// Keys are cut over the ranks: no rank sees all of a query's.
// expect: causal_softmax: [L=7, S=4 of 8 over tp]: each rank has only its part of S=8; call all_gather<S> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using S = sp::shard<sp::axis<"S", 8>, tp>;
auto step(sp::tensor<float, L, S> const& x) {
  // mistake
  auto y = sp::causal_softmax<"L", "S">(x);
  // corrected
  auto y = sp::causal_softmax<"L", "S">(sp::all_gather<"S">(x));
  // end
  return y;
}
