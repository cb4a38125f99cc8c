// SPDX-License-Identifier: BSL-1.0
// A negative position does not count from the end.
// expect: slice: [L=7, D=5200]
// expect: [-1, 7) is not provably inside L=7; it may begin below 0
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::slice<"L", -1, 7>(x);
  // corrected
  auto y = sp::slice<"L", 6, 7>(x);
  // end
  return y;
}
