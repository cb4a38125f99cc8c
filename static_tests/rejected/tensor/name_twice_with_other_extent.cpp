// SPDX-License-Identifier: BSL-1.0
// Two extents of one role in a tensor.
// expect: tensor: [D=5200, D=4096]
// expect: the name D occurs twice; each role has one name
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using De = sp::axis<"De", 4096>;
auto step() {
  // mistake
  sp::tensor<float, D, sp::axis<"D", 4096>> y;
  // corrected
  sp::tensor<float, D, De> y;
  // end
  return y;
}
