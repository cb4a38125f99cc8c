// SPDX-License-Identifier: BSL-1.0
// The ids count the rows of one rank.
// expect: embed: [V=12 of 24 over tp, D=12] x [L=7]: the ids address V=12 of 24 over tp, the rows of the table are V=12 of 24 over tp; ids count the rows of all ranks
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 3>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 24>;
using V_part = sp::shard<V, tp>;
using D = sp::axis<"D", 12>;
auto step(sp::tensor<float, V_part, D> const& table, [[maybe_unused]] sp::tensor<sp::index<V_part>, L> const& own,
          [[maybe_unused]] sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(table, own);
  // corrected
  auto y = sp::embed(table, ids);
  // end
  return y;
}
