// SPDX-License-Identifier: BSL-1.0
// A stride says how wide the memory is, not how much of it is seen.
// expect: from_pointer: [L, D]: nothing tells the value of D; pass bind<"D">(n)
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D">;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<L, D>(p, sp::strides{8, 1}, sp::bind<"L">(5));
// corrected
  auto x = sp::from_pointer<L, D>(p, sp::strides{8, 1}, sp::bind<"L">(5), sp::bind<"D">(8));
// end
  (void)x;
}
