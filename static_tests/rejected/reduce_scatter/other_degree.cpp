// SPDX-License-Identifier: BSL-1.0
// A sum over two ranks is reduced over as many as there are.
// expect: reduce_scatter: [L=7, D=12] partial over tp: tp has tp ranks here and 2 there; a mesh has one degree
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
auto step(sum const& x) {
// mistake
  auto y = sp::reduce_scatter<"D", sp::mesh<"tp">>(x);
// corrected
  auto y = sp::reduce_scatter<"D", tp>(x);
// end
  return y;
}
