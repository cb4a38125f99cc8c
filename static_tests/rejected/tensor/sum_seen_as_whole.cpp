// SPDX-License-Identifier: BSL-1.0
// A reference to a whole tensor is bound to a summand.
// expect: tensor: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
auto step(sum const& x) {
// mistake
  hidden const& y = x;
// corrected
  hidden const& y = sp::all_reduce<"tp">(x);
// end
  return sp::gelu(y);
}
