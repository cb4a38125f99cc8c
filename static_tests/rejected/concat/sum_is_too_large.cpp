// SPDX-License-Identifier: BSL-1.0
// An axis that grows beyond what a size counts.
// expect: concat: [S=9223372036854775807] x [S=1]
// expect: the sum of the extents a number is too large
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using One = sp::axis<"S", 1>;
auto step([[maybe_unused]] sp::tensor<float, sp::axis<"S", 9223372036854775807>> const& a,
          [[maybe_unused]] sp::tensor<float, sp::axis<"S", 7>> const& short_a,
          sp::tensor<float, One> const& b) {
  // mistake
  auto y = sp::concat<"S">(a, b);
  // corrected
  auto y = sp::concat<"S">(short_a, b);
  // end
  return y;
}
