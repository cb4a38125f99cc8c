// SPDX-License-Identifier: BSL-1.0
// An axis that the tensor does not have.
// expect: select: [L=7, D=5200]
// expect: there is no axis S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::select<"S">(x, 3);
  // corrected
  auto y = sp::select<"L">(x, 3);
  // end
  return y;
}
