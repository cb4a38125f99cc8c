// SPDX-License-Identifier: BSL-1.0
// More positions than there are.
// expect: slice: [L=7, D=5200]
// expect: [4, 9) is not provably inside L=7; it may pass the end by 2
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::slice<"L", 4, 9>(x);
  // corrected
  auto y = sp::slice<"L", 4, 7>(x);
  // end
  return y;
}
