// SPDX-License-Identifier: BSL-1.0
// The bounds are swapped.
// expect: slice: [L=7, D=5200]
// expect: [5, 2) is not provably inside L=7; it may end before it begins
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::slice<"L", 5, 2>(x);
  // corrected
  auto y = sp::slice<"L", 2, 5>(x);
  // end
  return y;
}
