// SPDX-License-Identifier: BSL-1.0
// Two axes of one role in a view.
// expect: tensor: [L=7, L=7]
// expect: the name L occurs twice; each role has one name
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using S = sp::axis<"S", 7>;
auto step(float const* const& elements) {
  // mistake
  sp::view<float const, L, L> y(elements);
  // corrected
  sp::view<float const, L, S> y(elements);
  // end
  return y;
}
