// SPDX-License-Identifier: BSL-1.0
// An index of one axis used as a position of another.
// expect: index: L=7
// expect: an index of V=6000 does not address L=7
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using V = sp::axis<"V", 6000>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::index<V> const& token,
          [[maybe_unused]] sp::index<L> const& position) {
  // mistake
  float const& y = x(token, 0);
  // corrected
  float const& y = x(position, 0);
  // end
  return y;
}
