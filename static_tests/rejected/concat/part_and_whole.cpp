// SPDX-License-Identifier: BSL-1.0
// Columns of one rank are put before all columns.
// expect: concat: [L=6, F=4 of 8 over tp] x [L=6, F=8]: each rank has only its part of F=8; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using F = sp::axis<"F", 8>;
auto step(sp::tensor<float, L, sp::shard<F, tp>> const& a, sp::tensor<float, L, F> const& b) {
  // mistake
  return sp::concat<"F">(a, b);
  // corrected
  return sp::concat<"F">(sp::all_gather<"F">(a), b);
  // end
}
