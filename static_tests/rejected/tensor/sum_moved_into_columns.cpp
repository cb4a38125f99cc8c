// SPDX-License-Identifier: BSL-1.0
// A transposed tensor that owns its elements is written over with a summand.
// expect: tensor: [D=12, L=7] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(hidden before, sum x) {
  auto y = sp::transpose<"L", "D">(std::move(before));
  // mistake
  y = sp::transpose<"L", "D">(std::move(x));
  // corrected
  y = sp::transpose<"L", "D">(sp::all_reduce<"tp">(std::move(x)));
  // end
  return y;
}
