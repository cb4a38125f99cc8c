// SPDX-License-Identifier: BSL-1.0
// A double tensor times a number.
// expect: scale: [L=7, D=5200]
// expect: kernels compute with float elements; an operand has others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step([[maybe_unused]] sp::tensor<double, L, D> const& wide,
          [[maybe_unused]] sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = wide * 2.0F;
  // corrected
  auto y = x * 2.0F;
  // end
  return y;
}
