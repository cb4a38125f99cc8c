// SPDX-License-Identifier: BSL-1.0
// An axis without factors.
// expect: split: [B=1, L=7, D=5200]
// expect: the axis is not fused, it has no factors
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step([[maybe_unused]] sp::tensor<float, B,L,D> const& x,
          [[maybe_unused]] sp::tensor<float, B,L,HDk> const& heads) {
  // mistake
  auto y = sp::split<"D">(x);
  // corrected
  auto y = sp::split<"(H Dk)">(heads);
  // end
  return y;
}
