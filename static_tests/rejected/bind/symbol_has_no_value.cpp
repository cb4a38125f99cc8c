// SPDX-License-Identifier: BSL-1.0
// A symbol that nobody gives a value.
// expect: bind: [B, L, D=5200]
// expect: the symbol L has no value; pass bind<"L">(n)
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step() {
  // mistake
  sp::tensor<float, sp::axis<"B">, Ls, D> y(sp::bind<"B">(2));
  // corrected
  sp::tensor<float, sp::axis<"B">, Ls, D> y(sp::bind<"B">(2), sp::bind<"L">(7));
  // end
  return y;
}
