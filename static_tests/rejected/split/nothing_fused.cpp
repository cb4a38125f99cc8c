// SPDX-License-Identifier: BSL-1.0
// A model width that nobody declared as heads.
// expect: split: [B=1, L=7, D=5200]
// expect: there is no fused axis (H Dk); a weight declares it: its output axis is fused<...>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using HDk = sp::fused<H, Dk>;
auto step(sp::tensor<float, B,L,D> const& x, [[maybe_unused]] sp::tensor<float, D,HDk> const& w_query) {
  // mistake
  auto y = sp::split<"(H Dk)">(x);
  // corrected
  auto y = sp::split<"(H Dk)">(sp::linear(x, w_query));
  // end
  return y;
}
