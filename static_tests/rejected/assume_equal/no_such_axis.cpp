// SPDX-License-Identifier: BSL-1.0
// A statement that cannot hold.
// expect: assume_equal: [S=n]
// expect: there is no axis L
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"S", "n">> const& x) {
// mistake
  auto const y = sp::assume_equal<"L", 8>(x);
// corrected
  auto const y = sp::assume_equal<"S", 8>(x);
// end
  (void)y;
}
