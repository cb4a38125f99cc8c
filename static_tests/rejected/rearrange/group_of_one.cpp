// SPDX-License-Identifier: BSL-1.0
// A group of one axis.
// expect: rearrange: [
// expect: the pattern is not of the form: axes -> axes
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
auto step(sp::tensor<float, L,D> const& x) {
  // mistake
  auto y = sp::rearrange<"L D -> L (D)">(x);
  // corrected
  auto y = sp::rearrange<"L D -> D L">(x);
  // end
  return y;
}
