// SPDX-License-Identifier: BSL-1.0
// The product is whole; a part of the bias is added to it on each rank.
// expect: linear: [L=7, D=12] x [D=12, F=20] x [F=20] partial over tp: the bias is a sum over tp that is still to be reduced; call all_reduce<tp> of it first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, D, F> const& w,
          sp::partial<tp, sp::tensor<float, F>> const& bias) {
  // mistake
  auto y = sp::linear(x, w, bias);
  // corrected
  auto y = sp::linear(x, w, sp::all_reduce<"tp">(bias));
  // end
  return y;
}
