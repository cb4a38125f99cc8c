// SPDX-License-Identifier: BSL-1.0
// A residual of another length.
// expect: +: [L, D=5200] x [L=past+1, D=5200]
// expect: L meets L=past+1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step(sp::tensor<float, Ls,D> const& x,
          [[maybe_unused]] sp::tensor<float, sp::axis<"L", "past+1">,D> const& longer,
          [[maybe_unused]] sp::tensor<float, Ls,D> const& same) {
  // mistake
  auto y = x + longer;
  // corrected
  auto y = x + same;
  // end
  return y;
}
