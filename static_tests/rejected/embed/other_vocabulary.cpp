// SPDX-License-Identifier: BSL-1.0
// Ids of tokens in the table of positions.
// expect: embed: [P=2048, D=5200] x [L=7]
// expect: the ids address V=6000, the rows of the table are P=2048
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using V = sp::axis<"V", 6000>;
using P = sp::axis<"P", 2048>;
auto step([[maybe_unused]] sp::tensor<float, P,D> const& positions,
          [[maybe_unused]] sp::tensor<float, V,D> const& table,
          sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(positions, ids);
  // corrected
  auto y = sp::embed(table, ids);
  // end
  return y;
}
