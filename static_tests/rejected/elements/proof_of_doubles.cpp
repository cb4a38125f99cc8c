// SPDX-License-Identifier: BSL-1.0
// A tensor without elements, whose type of elements no kernel takes.
// expect: matmul: [L=7, D=5200] x [D=5200, F=20800]
// expect: kernels compute with float elements; an operand has others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step([[maybe_unused]] sp::meta_tensor<double, L, D> const& wide,
          [[maybe_unused]] sp::meta_tensor<float, L, D> const& x,
          sp::meta_tensor<float, D, F> const& w) {
  // mistake
  auto y = sp::matmul(wide, w);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
