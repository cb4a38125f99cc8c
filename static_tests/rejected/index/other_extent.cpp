// SPDX-License-Identifier: BSL-1.0
// An index of the longer axis of the same name.
// expect: index: L=7
// expect: an index of L=8 does not address L=7
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x,
          [[maybe_unused]] sp::index<sp::axis<"L", 8>> const& longer,
          [[maybe_unused]] sp::index<L> const& same) {
  // mistake
  float const& y = x(longer, 0);
  // corrected
  float const& y = x(same, 0);
  // end
  return y;
}
