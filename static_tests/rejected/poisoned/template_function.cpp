// SPDX-License-Identifier: BSL-1.0
// A refused result passed to a function template gives no second error.
// expect: transpose: [L=7, D=5200]
// expect: there is no axis H
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto twice(auto const& x) { return sp::contiguous(x + x); }
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = twice(sp::transpose<"L", "H">(x));
  // corrected
  auto y = twice(sp::transpose<"L", "D">(x));
  // end
  return y;
}
