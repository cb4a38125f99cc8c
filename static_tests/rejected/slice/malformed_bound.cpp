// SPDX-License-Identifier: BSL-1.0
// A bound with a division.
// expect: slice: [L, D=5200]
// expect: the bound divides, which is not exact: state the product as a fact instead
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Ls = sp::axis<"L">;
auto step(sp::tensor<float, Ls,D> const& x) {
  // mistake
  auto y = sp::slice<"L", 0, "L/2">(x);
  // corrected
  auto y = sp::slice<"L", 0, "L">(x);
  // end
  return y;
}
