// SPDX-License-Identifier: BSL-1.0
// The length of a tensor that has none.
// expect: axis_of: [L=2, D=7]: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using rows = sp::tensor<float, sp::axis<"L", 2>, sp::axis<"D", 7>>;
auto step() {
  // mistake
  using length = sp::axis_of<"S", rows>;
  // corrected
  using length = sp::axis_of<"L", rows>;
  // end
  return sizeof(length);
}
