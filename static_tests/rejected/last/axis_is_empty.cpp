// SPDX-License-Identifier: BSL-1.0
// The last of no positions.
// expect: last: [L=0, D=5200]
// expect: the axis is empty, it has no last position
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step([[maybe_unused]] sp::tensor<float, sp::axis<"L", 0>,D> const& none,
          [[maybe_unused]] sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::last<"L">(none);
  // corrected
  auto y = sp::last<"L">(x);
  // end
  return y;
}
