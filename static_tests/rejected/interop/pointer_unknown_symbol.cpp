// SPDX-License-Identifier: BSL-1.0
// A value for a symbol that no extent uses.
// expect: from_pointer: [L, D=4]: the symbol S is bound, but no extent uses it
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/pointer.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(float const* p) {
// mistake
  auto x = sp::from_pointer<L, D>(p, sp::strides{4, 1}, sp::bind<"S">(5));
// corrected
  auto x = sp::from_pointer<L, D>(p, sp::strides{4, 1}, sp::bind<"L">(5));
// end
  (void)x;
}
