// SPDX-License-Identifier: BSL-1.0
// A value for a symbol that no extent uses.
// expect: bind: [L, D=5200]
// expect: the symbol S is bound, but no extent uses it
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step() {
  // mistake
  sp::tensor<float, Ls, D> y(sp::bind<"L">(7), sp::bind<"S">(7));
  // corrected
  sp::tensor<float, Ls, D> y(sp::bind<"L">(7));
  // end
  return y;
}
