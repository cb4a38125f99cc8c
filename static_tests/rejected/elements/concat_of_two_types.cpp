// SPDX-License-Identifier: BSL-1.0
// Doubles appended to floats.
// expect: concat: [S=past, D=5200] x [S=1, D=5200]
// expect: kernels compute with float elements; an operand has others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Past = sp::axis<"S", "past">;
using One = sp::axis<"S", 1>;
auto step(sp::tensor<float, Past,D> const& cached,
          [[maybe_unused]] sp::tensor<double, One, D> const& wide,
          [[maybe_unused]] sp::tensor<float, One,D> const& k) {
  // mistake
  auto y = sp::concat<"S">(cached, wide);
  // corrected
  auto y = sp::concat<"S">(cached, k);
  // end
  return y;
}
