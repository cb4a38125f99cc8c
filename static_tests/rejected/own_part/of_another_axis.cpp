// SPDX-License-Identifier: BSL-1.0
// The part is that of a wider axis.
// expect: own_part: [L=6, F=8]: F=8 is not F=16; they differ by -8
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using F = sp::axis<"F", 8>;
using wide = sp::axis<"F", 16>;
auto step(sp::tensor<float, L, F> const& x) {
  // mistake
  return sp::own_part<sp::shape<L, sp::shard<wide, tp>>>(x);
  // corrected
  return sp::own_part<sp::shape<L, sp::shard<F, tp>>>(x);
  // end
}
