// SPDX-License-Identifier: BSL-1.0
// One role with two extents.
// expect: matmul: [L=7, D=5200] x [D=4096, F=20800]
// expect: contracts D=5200 with D=4096; they differ by 1104
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using F = sp::axis<"F", 20800>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::tensor<float, sp::axis<"D", 4096>,F> const& small,
          [[maybe_unused]] sp::tensor<float, D,F> const& w) {
  // mistake
  auto y = sp::matmul(x, small);
  // corrected
  auto y = sp::matmul(x, w);
  // end
  return y;
}
