// SPDX-License-Identifier: BSL-1.0
// A statement about a transposed view.
// expect: assume_equal: [S=n, B=2]
// expect: only a dense tensor; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"B", 2>, sp::axis<"S", "n">> const& x) {
// mistake
  auto const y = sp::assume_equal<"S", 8>(sp::transpose<"B", "S">(x));
// corrected
  auto const y = sp::assume_equal<"S", 8>(sp::contiguous(sp::transpose<"B", "S">(x)));
// end
  (void)y;
}
