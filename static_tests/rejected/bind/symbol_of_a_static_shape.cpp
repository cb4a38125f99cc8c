// SPDX-License-Identifier: BSL-1.0
// A value for a tensor without symbols.
// expect: bind: [L=7, D=5200]
// expect: the symbol L is bound, but no extent uses it
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step() {
  // mistake
  sp::tensor<float, L, D> y(sp::bind<"L">(7));
  // corrected
  sp::tensor<float, L, D> y;
  // end
  return y;
}
