// SPDX-License-Identifier: BSL-1.0
// Each rank would make its own part of the vocabulary sum to 1.
// expect: softmax: [L=7, F=10 of 20 over tp]: each rank has only its part of F=20; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, F_part> const& x) {
  // mistake
  auto y = sp::softmax<"F">(x);
  // corrected
  auto y = sp::softmax<"F">(sp::all_gather<"F">(x));
  // end
  return y;
}
