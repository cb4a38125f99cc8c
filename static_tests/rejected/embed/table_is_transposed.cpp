// SPDX-License-Identifier: BSL-1.0
// A table stored as [width, rows].
// expect: embed: [D=5200, V=6000] x [L=7]
// expect: the ids address V=6000, the rows of the table are D=5200
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using V = sp::axis<"V", 6000>;
auto step(sp::tensor<float, D,V> const& table, sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(table, ids);
  // corrected
  auto y = sp::embed(sp::transpose<"D", "V">(table), ids);
  // end
  return y;
}
