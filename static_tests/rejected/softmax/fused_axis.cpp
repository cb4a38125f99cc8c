// SPDX-License-Identifier: BSL-1.0
// A softmax over batch and heads together.
// expect: softmax: [(B H)=4, S=3]
// expect: a fused axis mixes its factors; split first and normalise over one of them
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::fused<sp::axis<"B", 2>, sp::axis<"H", 2>>, sp::axis<"S", 3>> const& x) {
// mistake
  auto const weights = sp::softmax<"(B H)">(x);
// corrected
  auto const weights = sp::softmax<"H">(sp::split<"(B H)">(x));
// end
  (void)weights;
}
