// SPDX-License-Identifier: BSL-1.0
// A cache that begins with positions grows by keys that begin with the batch.
// case: C17
// equal: "B", 2 => "B", 5
// expect: concat: [S=5, H=8, B=2, Dk=16] x [B=2, H=8, S=3, Dk=16]
// expect: the axes are in another order: S meets B; permute one side
// expect-equal: concat: [S=5, H=8, B=5, Dk=16] x [B=5, H=8, S=3, Dk=16]
// expect-equal: the axes are in another order: S meets B; permute one side
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 16>;
using Past = sp::axis<"S", 5>;
using New = sp::axis<"S", 3>;
auto grown(sp::tensor<float, Past, H, B, Dk> const& cache, sp::tensor<float, B, H, New, Dk> const& k) {
  // mistake
  auto keys = sp::concat<"S">(cache, k);
  // corrected
  auto keys = sp::concat<"S">(sp::permute<"B", "H", "S", "Dk">(cache), k);
  // end
  return keys;
}
