// SPDX-License-Identifier: BSL-1.0
// A new axis of the name of another.
// expect: unsqueeze: [L=1] x [L=7, D=5200]
// expect: the name is taken by another axis
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::unsqueeze<sp::axis<"L", 1>>(x);
  // corrected
  auto y = sp::unsqueeze<B>(x);
  // end
  return y;
}
