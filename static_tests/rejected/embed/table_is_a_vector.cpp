// SPDX-License-Identifier: BSL-1.0
// A table without width.
// expect: embed: [V=6000] x [L=7]
// expect: a table has two axes: its rows and their width
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using V = sp::axis<"V", 6000>;
auto step([[maybe_unused]] sp::tensor<float, V> const& vector,
          [[maybe_unused]] sp::tensor<float, V,D> const& table,
          sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(vector, ids);
  // corrected
  auto y = sp::embed(table, ids);
  // end
  return y;
}
