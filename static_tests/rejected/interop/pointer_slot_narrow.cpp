// SPDX-License-Identifier: BSL-1.0
// Rows that are narrower than what is seen of them.
// expect: from_pointer: [L, D=4]: D=4 has no room in 3 of the memory
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<sp::memory<L, sp::axis<"D", 3>>, L, D>(p, sp::extents{5, 4}, sp::strides{3, 1});
// corrected
  auto x = sp::from_pointer<sp::memory<L, sp::axis<"D", 8>>, L, D>(p, sp::extents{5, 4}, sp::strides{8, 1});
// end
  (void)x;
}
