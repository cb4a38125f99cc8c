// SPDX-License-Identifier: BSL-1.0
// A table is cut inside of the groups that its rows are in.
// expect: embed: [(A G)=8 of 16 over tp, E=3] x [L=7]: the rows of a rank are not side by side in (A G)=16; shard its first factor
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using A = sp::axis<"A", 2>;
using G = sp::axis<"G", 8>;
using E = sp::axis<"E", 3>;
using ids_type = sp::tensor<sp::index<sp::fused<A, G>>, sp::axis<"L", 7>>;
using inner = sp::tensor<float, sp::fused<A, sp::shard<G, tp>>, E>;
using outer = sp::tensor<float, sp::fused<sp::shard<A, tp>, G>, E>;
auto rows([[maybe_unused]] inner const& cut, [[maybe_unused]] outer const& table, ids_type const& ids) {
// mistake
  return sp::embed(cut, ids);
// corrected
  return sp::embed(table, ids);
// end
}
