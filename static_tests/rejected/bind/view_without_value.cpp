// SPDX-License-Identifier: BSL-1.0
// A view whose symbol nobody gives a value.
// expect: bind: [S=past, D=5200]
// expect: the symbol past has no value; pass bind<"past">(n)
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 5200>;
using Past = sp::axis<"S", "past">;
auto step(float const* const& elements) {
  // mistake
  sp::view<float const, Past, D> y(elements);
  // corrected
  sp::view<float const, Past, D> y(elements, sp::bind<"past">(7));
  // end
  return y;
}
