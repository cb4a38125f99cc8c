// SPDX-License-Identifier: BSL-1.0
// Two axes of one role in a tensor.
// expect: tensor: [L=7, L=7]
// expect: the name L occurs twice; each role has one name
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
auto step() {
  // mistake
  sp::tensor<float, L, L> y;
  // corrected
  sp::tensor<float, L, S> y;
  // end
  return y;
}
