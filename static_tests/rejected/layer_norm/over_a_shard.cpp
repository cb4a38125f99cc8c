// SPDX-License-Identifier: BSL-1.0
// Mean and variance of a part are not those of the whole.
// expect: layer_norm: [L=7, F=10 of 20 over tp] x [F=10 of 20 over tp] x [F=10 of 20 over tp]: each rank has only its part of F=20; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x, sp::tensor<float, F_part> const& gamma) {
  // mistake
  auto y = sp::layer_norm<"F">(x, gamma, gamma);
  // corrected
  auto y = sp::layer_norm<"F">(sp::all_gather<"F">(x), sp::all_gather<"F">(gamma), sp::all_gather<"F">(gamma));
  // end
  return y;
}
