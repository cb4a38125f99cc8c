// SPDX-License-Identifier: BSL-1.0
// A sum over four ranks is cut over two.
// expect: scatter: [L=7, D=12] partial over tp: tp has 2 ranks here and 4 there; a mesh has one degree
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using tp = sp::mesh<"tp", 4>;
auto step(sp::partial<tp, sp::tensor<float, L, D>> const& x) {
  auto whole = sp::all_reduce<"tp">(x);
// mistake
  auto y = sp::scatter<"D", sp::mesh<"tp", 2>>(x);
// corrected
  auto y = sp::scatter<"D", tp>(whole);
// end
  return y;
}
