// SPDX-License-Identifier: BSL-1.0
// A sum over two ranks is passed on as one over four.
// expect: partial: [L=7, D=12] partial over tp: tp has 4 ranks here and 2 there; a mesh has one degree
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
template <class Mesh>
auto reduce(sp::partial<Mesh, hidden> const& x) { return sp::all_reduce<"tp">(x); }
auto step(sum const& x) {
// mistake
  auto y = reduce<sp::mesh<"tp", 4>>(x);
// corrected
  auto y = reduce<tp>(x);
// end
  return y;
}
