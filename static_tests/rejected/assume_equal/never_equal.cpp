// SPDX-License-Identifier: BSL-1.0
// A statement that cannot hold.
// expect: assume_equal: [S=n]
// expect: S=n is never n+1; they differ by -1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"S", "n">> const& x) {
// mistake
  auto const y = sp::assume_equal<"S", "n+1">(x);
// corrected
  auto const y = sp::assume_equal<"S", 8>(x);
// end
  (void)y;
}
