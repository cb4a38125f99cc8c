// SPDX-License-Identifier: BSL-1.0
// Each side has an axis that the other lacks.
// expect: -: [L=7, D=5200] x [S=7, D=5200]
// expect: only the left has L, only the right has S
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x, sp::tensor<float, S,D> const& other) {
  // mistake
  auto y = x - other;
  // corrected
  auto y = x - sp::rename<"S", "L">(other);
  // end
  return y;
}
