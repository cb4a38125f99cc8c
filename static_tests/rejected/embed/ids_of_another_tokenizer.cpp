// SPDX-License-Identifier: BSL-1.0
// Ids of a tokenizer of 512 pieces in the table of a model of 6000: all of them would be in range.
// expect: embed: [V=6000, D=64] x [L=7]
// expect: the ids address V=512, the rows of the table are V=6000
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 64>;
using V512 = sp::axis<"V", 512>;
using V6000 = sp::axis<"V", 6000>;
auto embedded([[maybe_unused]] sp::tensor<float, V512, D> const& small,
              [[maybe_unused]] sp::tensor<float, V6000, D> const& large,
              sp::tensor<sp::index<V512>, L> const& ids) {
  // mistake
  auto x = sp::embed(large, ids);
  // corrected
  auto x = sp::embed(small, ids);
  // end
  return x;
}
