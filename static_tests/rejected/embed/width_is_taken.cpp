// SPDX-License-Identifier: BSL-1.0
// The width has the name of an axis of the ids.
// expect: embed: [V=6000, L=7] x [L=7]
// expect: the ids have an axis L too; rename one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 6000>;
auto step(sp::tensor<float, V,L> const& table, sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(table, ids);
  // corrected
  auto y = sp::embed(sp::rename<"L", "D">(table), ids);
  // end
  return y;
}
