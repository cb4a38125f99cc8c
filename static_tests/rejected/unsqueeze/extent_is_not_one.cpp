// SPDX-License-Identifier: BSL-1.0
// A new axis of extent 8 would need eight copies.
// expect: unsqueeze: [H=8] x [L=7, D=5200]
// expect: a new axis has extent 1
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::unsqueeze<H>(x);
  // corrected
  auto y = sp::unsqueeze<sp::axis<"H", 1>>(x);
  // end
  return y;
}
