// SPDX-License-Identifier: BSL-1.0
// A statement about a fused extent.
// expect: assume_equal: [(B S)=2*n]
// expect: a fused axis has the extent of its factors; split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::fused<sp::axis<"B", 2>, sp::axis<"S", "n">>> const& x) {
// mistake
  auto const y = sp::assume_equal<"(B S)", 16>(x);
// corrected
  auto const y = sp::assume_equal<"S", 8>(sp::split<"(B S)">(x));
// end
  (void)y;
}
