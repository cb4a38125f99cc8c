// SPDX-License-Identifier: BSL-1.0
// Weights for four ranks meet activations for two.
// expect: matmul: [L=7, F=10 of 20 over tp] x [F=10 of 20 over tp, G=2 of 8 over tp]: tp has 2 ranks here and 4 there; a mesh has one degree
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
using G = sp::axis<"G", 8>;
using x_type = sp::tensor<float, L, F>;
using w_type = sp::tensor<float, F, sp::shard<G, sp::mesh<"tp", 4>>>;
using v_type = sp::tensor<float, F, G>;
auto step(x_type const& x, [[maybe_unused]] w_type const& w, [[maybe_unused]] v_type const& v) {
// mistake
  auto y = sp::matmul(x, w);
// corrected
  auto y = sp::all_reduce<"tp">(sp::matmul(x, v));
// end
  return y;
}
