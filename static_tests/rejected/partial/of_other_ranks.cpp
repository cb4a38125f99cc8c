// SPDX-License-Identifier: BSL-1.0
// A sum over two meshes is assigned to one over the first.
// expect: partial: [L=7, D=12] partial over pp and tp: a sum over pp is still to be reduced; call all_reduce<pp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
using pp = sp::mesh<"pp", 3>;
auto step(sp::partial<pp, sum> const& x, sum y) {
// mistake
  y = x;
// corrected
  y = sp::all_reduce<"pp">(x);
// end
  return y;
}
