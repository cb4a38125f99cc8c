// SPDX-License-Identifier: BSL-1.0
// A kernel for rows of any length gets a rank's part of them.
// expect: no matching function for call to
// expect: shaped: [L=7, F=10 of 20 over tp] float: expected [L=any, F=any] float; each rank has only its part of F=20; call all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, sp::mesh<"tp", 2>>;
auto scaled(sp::dense<float, sp::any_extent<"L">, sp::any_extent<"F">> auto const& x) { return x * 2.0F; }
auto step(sp::tensor<float, L, F_part> const& x) {
  // mistake
  return scaled(x);
  // corrected
  return scaled(sp::all_gather<"F">(x));
  // end
}
