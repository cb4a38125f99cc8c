// SPDX-License-Identifier: BSL-1.0
// An axis that the tensor does not have.
// expect: slice: [L=7, D=5200]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::slice<"S", 0, 3>(x);
  // corrected
  auto y = sp::slice<"L", 0, 3>(x);
  // end
  return y;
}
