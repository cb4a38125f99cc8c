// SPDX-License-Identifier: BSL-1.0
// Three positions for two axes.
// expect: element access: [L=7, D=5200]
// expect: each axis takes one position; there are 3 for 2 axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  float const& y = x(0, 3, 0);
  // corrected
  float const& y = x(3, 0);
  // end
  return y;
}
