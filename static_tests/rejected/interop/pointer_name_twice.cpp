// SPDX-License-Identifier: BSL-1.0
// Two axes of one role.
// expect: from_pointer: [L, L]: the name L occurs twice; each role has one name
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<L, L>(p, sp::extents{5, 5}, sp::strides{5, 1});
// corrected
  auto x = sp::from_pointer<L, sp::axis<"S">>(p, sp::extents{5, 5}, sp::strides{5, 1});
// end
  (void)x;
}
