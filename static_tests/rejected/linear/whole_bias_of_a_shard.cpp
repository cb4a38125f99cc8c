// SPDX-License-Identifier: BSL-1.0
// The weight's columns are cut, their bias is not.
// expect: linear: [L=7, D=12] x [D=12, F=10 of 20 over tp] x [F=20]: the bias must be [F=10 of 20 over tp]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, D, F_part> const& w,
          [[maybe_unused]] sp::tensor<float, F> const& all, [[maybe_unused]] sp::tensor<float, F_part> const& bias) {
  // mistake
  auto y = sp::linear(x, w, all);
  // corrected
  auto y = sp::linear(x, w, bias);
  // end
  return y;
}
