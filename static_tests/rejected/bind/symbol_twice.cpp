// SPDX-License-Identifier: BSL-1.0
// Two values for one symbol.
// expect: bind: [L, D=5200]
// expect: the symbol L is bound twice
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step() {
  // mistake
  sp::tensor<float, Ls, D> y(sp::bind<"L">(7), sp::bind<"L">(8));
  // corrected
  sp::tensor<float, Ls, D> y(sp::bind<"L">(7));
  // end
  return y;
}
