// SPDX-License-Identifier: BSL-1.0
// One role with two extents.
// expect: +: [L=7, D=5200] x [D=4096]
// expect: D=5200 meets D=4096
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, sp::axis<"D", 4096>> const& small,
          [[maybe_unused]] sp::tensor<float, D> const& bias) {
  // mistake
  auto y = x + small;
  // corrected
  auto y = x + bias;
  // end
  return y;
}
