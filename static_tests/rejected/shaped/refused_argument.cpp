// SPDX-License-Identifier: BSL-1.0
// What was refused already is taken silently.
// expect: matmul: [L=2, D=7] x [L=2, D=7]: contracts D=7 with L=2; did you mean transpose(a)?
// forbid: shaped:
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 2>;
using D = sp::axis<"D", 7>;
template <sp::shaped<float, sp::any_extent<"L">, D> X>
auto scaled(X const& x, sp::shaped<float, sp::axis_of<"L", X>> auto const& scales) {
  return sp::sum<"D">(x) * scales;
}
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, L> const& scales) {
  // mistake
  return scaled(sp::matmul(x, x), scales);
  // corrected
  return scaled(x + x, scales);
  // end
}
