// SPDX-License-Identifier: BSL-1.0
// Three strides for two axes.
// expect: from_pointer: [L, D=4]: 2 axes are stated for memory of 3 dimensions
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<L, D>(p, sp::extents{1, 5, 4}, sp::strides{20, 4, 1});
// corrected
  auto x = sp::from_pointer<L, D>(p, sp::extents{5, 4}, sp::strides{4, 1});
// end
  (void)x;
}
