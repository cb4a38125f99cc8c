// SPDX-License-Identifier: BSL-1.0
// New rows are still summands, the old ones are whole.
// expect: concat: [S=3, D=12] x [S=1, D=12] partial over tp: only one side is a sum over tp that is still to be reduced; call all_reduce<tp> of it first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 12>;
using rows = sp::tensor<float, sp::axis<"S", 3>, D>;
using row = sp::tensor<float, sp::axis<"S", 1>, D>;
auto step(rows const& past, sp::partial<sp::mesh<"tp", 2>, row> const& next) {
  // mistake
  auto y = sp::concat<"S">(past, next);
  // corrected
  auto y = sp::concat<"S">(past, sp::all_reduce<"tp">(next));
  // end
  return y;
}
