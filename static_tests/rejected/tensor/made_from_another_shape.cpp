// SPDX-License-Identifier: BSL-1.0
// A tensor of four is made from one of two.
// expect: tensor: [X=2]
// expect: expected [X=4], got [X=2]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
void f(sp::tensor<float, sp::axis<"X", 2>> const& two, sp::tensor<float, sp::axis<"X", 4>> const& four) {
  (void)two, (void)four;
// mistake
  sp::tensor<float, sp::axis<"X", 4>> const x = two;
// corrected
  sp::tensor<float, sp::axis<"X", 4>> const x = four;
// end
  (void)x;
}
