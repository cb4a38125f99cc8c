// SPDX-License-Identifier: BSL-1.0
// A sum of integers.
// expect: sum: [L=7, D=5200]
// expect: kernels compute with float elements; an operand has others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step([[maybe_unused]] sp::tensor<int, L, D> const& counts,
          [[maybe_unused]] sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::sum<"D">(counts);
  // corrected
  auto y = sp::sum<"D">(x);
  // end
  return y;
}
