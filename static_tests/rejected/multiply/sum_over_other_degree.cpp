// SPDX-License-Identifier: BSL-1.0
// A sum over four ranks meets a shard over two.
// expect: *: [L=7, F=10 of 20 over tp] x [L=7] partial over tp: tp has 4 ranks here and 2 there; a mesh has one degree
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using F = sp::shard<sp::axis<"F", 20>, tp>;
using sum = sp::partial<sp::mesh<"tp", 4>, sp::tensor<float, L>>;
auto step(sp::tensor<float, L, F> const& x, sum const& s) {
// mistake
  auto y = x * s;
// corrected
  auto y = x * sp::all_reduce<"tp">(s);
// end
  return y;
}
