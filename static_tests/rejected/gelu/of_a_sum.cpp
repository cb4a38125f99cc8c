// SPDX-License-Identifier: BSL-1.0
// A function of a sum is not the sum of the function.
// expect: gelu: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& x) {
  // mistake
  auto y = sp::gelu(x);
  // corrected
  auto y = sp::gelu(sp::all_reduce<"tp">(x));
  // end
  return y;
}
