// SPDX-License-Identifier: BSL-1.0
// A whole tensor is subtracted on each rank.
// expect: -: [L=7, D=12] partial over tp x [L=7, D=12]: what is whole would be added on each rank of tp
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using F = sp::axis<"F", 20>;
using F_part = sp::shard<F, tp>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
auto step(sum const& x, hidden const& h) {
  // mistake
  auto y = x - h;
  // corrected
  auto y = sp::all_reduce<"tp">(x) - h;
  // end
  return y;
}
