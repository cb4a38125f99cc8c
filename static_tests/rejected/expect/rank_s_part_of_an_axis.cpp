// SPDX-License-Identifier: BSL-1.0
// A function of whole rows is called with a rank's columns of them.
// expect: project: [L=6, F=4 of 8 over tp] float: expected [L=6, F=8] float; F=4 of 8 over tp is not F=8; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using F = sp::axis<"F", 8>;
auto step(sp::tensor<float, L, sp::shard<F, tp>> const& x) {
  // mistake
  return sp::expect<"project", float, L, F>(x);
  // corrected
  return sp::expect<"project", float, L, F>(sp::all_gather<"F">(x));
  // end
}
