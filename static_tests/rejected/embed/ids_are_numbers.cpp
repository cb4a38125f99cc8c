// SPDX-License-Identifier: BSL-1.0
// Ids that do not know what they address.
// expect: embed: [V=6000, D=5200] x [L=7]
// expect: the ids are plain numbers; make them elements of index<V>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using V = sp::axis<"V", 6000>;
auto step(sp::tensor<float, V,D> const& table,
          [[maybe_unused]] sp::tensor<int, L> const& numbers,
          [[maybe_unused]] sp::tensor<sp::index<V>, L> const& ids) {
  // mistake
  auto y = sp::embed(table, numbers);
  // corrected
  auto y = sp::embed(table, ids);
  // end
  return y;
}
