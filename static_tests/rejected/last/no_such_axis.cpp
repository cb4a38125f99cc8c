// SPDX-License-Identifier: BSL-1.0
// An axis that the tensor does not have.
// expect: last: [L=7, D=5200]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::last<"S">(x);
  // corrected
  auto y = sp::last<"L">(x);
  // end
  return y;
}
