// SPDX-License-Identifier: BSL-1.0
// Two axes of one role in a tensor without elements.
// expect: tensor: [L=7, L=7]
// expect: the name L occurs twice
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
auto step() {
  // mistake
  sp::meta_tensor<float, L, L> y;
  // corrected
  sp::meta_tensor<float, L, S> y;
  // end
  return y;
}
