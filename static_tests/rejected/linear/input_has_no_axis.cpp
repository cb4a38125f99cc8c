// SPDX-License-Identifier: BSL-1.0
// An input without axes.
// expect: linear: [] x [D=5200, F=20800]
// expect: the input has no axis
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step([[maybe_unused]] sp::tensor<float> const& x,
          [[maybe_unused]] sp::tensor<float, D> const& vector,
          sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = sp::linear(x, w);
  // corrected
  auto y = sp::linear(vector, w);
  // end
  return y;
}
