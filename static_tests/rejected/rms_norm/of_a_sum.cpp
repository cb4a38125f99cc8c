// SPDX-License-Identifier: BSL-1.0
// The norm comes before the sum is reduced.
// expect: rms_norm: [L=7, D=12] partial over tp x [D=12]: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& x, sp::tensor<float, D> const& gamma) {
  // mistake
  auto y = sp::rms_norm<"D">(x, gamma);
  // corrected
  auto y = sp::rms_norm<"D">(sp::all_reduce<"tp">(x), gamma);
  // end
  return y;
}
