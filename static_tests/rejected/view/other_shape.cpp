// SPDX-License-Identifier: BSL-1.0
// A kernel that declares session positions gets a mask over memory positions.
// expect: view: [B=2, Mem=9]
// expect: expected [B=2, Session=9], got [B=2, Mem=9]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
void kernel(sp::view<float const, B, sp::axis<"Session", 9>>);
void f(sp::tensor<float, B, sp::axis<"Mem", 9>> const& by_memory,
       sp::tensor<float, B, sp::axis<"Session", 9>> const& by_session) {
  (void)by_memory, (void)by_session;
// mistake
  kernel(by_memory);
// corrected
  kernel(by_session);
// end
}
