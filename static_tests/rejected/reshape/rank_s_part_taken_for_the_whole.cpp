// SPDX-License-Identifier: BSL-1.0
// A rank's columns are taken for all of them.
// expect: reshape: [L=6, F=4 of 8 over tp]: to [L=6, F=8] is no sequence of splits and merges of neighbours: the factors are [L=6, F=4 of 8 over tp] and [L=6, F=8]; F=4 of 8 over tp meets F=8; shards and whole axes do not meet: shard the other side too, or all_gather<F> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using F = sp::axis<"F", 8>;
using part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, part> const& x) {
  // mistake
  return sp::reshape<L, F>(x);
  // corrected
  return sp::reshape<L, part>(x);
  // end
}
