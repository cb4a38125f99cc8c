// SPDX-License-Identifier: BSL-1.0
// Ranks without the id have a zero for it, which is the id of the first row.
// expect: embed: [V=20, D=12] x [L=7] partial over tp: each rank of tp would pick other rows by its summand; gather the table that the ids come from first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using U = sp::axis<"U", 8>;
using V = sp::axis<"V", 20>;
using K = sp::axis<"K", 3>;
auto step(sp::tensor<float, V, D> const& table, sp::tensor<sp::index<V>, sp::shard<U, tp>, K> const& renumbered,
          sp::tensor<sp::index<U>, L> const& ids) {
  // mistake
  auto x = sp::all_reduce<"tp">(sp::embed(table, sp::select<"K">(sp::embed(renumbered, ids), 0)));
  // corrected
  auto x = sp::embed(table, sp::select<"K">(sp::embed(sp::all_gather<"U">(renumbered), ids), 0));
  // end
  return x;
}
