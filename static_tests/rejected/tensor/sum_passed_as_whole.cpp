// SPDX-License-Identifier: BSL-1.0
// A function of a whole tensor gets a summand.
// expect: tensor: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
auto activated(hidden const& x) { return sp::gelu(x); }
auto step(sum const& x) {
// mistake
  auto y = activated(x);
// corrected
  auto y = activated(sp::all_reduce<"tp">(x));
// end
  return y;
}
