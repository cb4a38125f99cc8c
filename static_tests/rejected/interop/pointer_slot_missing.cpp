// SPDX-License-Identifier: BSL-1.0
// The memory that is stated lacks an axis.
// expect: from_pointer: [L, D=4]: the memory (L, Dk) has no D
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<sp::memory<L, sp::axis<"Dk", 4>>, L, D>(p, sp::extents{5, 4}, sp::strides{4, 1});
// corrected
  auto x = sp::from_pointer<sp::memory<L, D>, L, D>(p, sp::extents{5, 4}, sp::strides{4, 1});
// end
  (void)x;
}
