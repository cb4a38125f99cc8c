// SPDX-License-Identifier: BSL-1.0
// Token ids are no numbers that ranks could add.
// expect: all_reduce: [L=7, D=12] partial over tp: ranks add float elements; these are others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using ids = sp::partial<tp, sp::tensor<sp::index<sp::axis<"V", 9>>, L, D>>;
auto step([[maybe_unused]] ids const& of_rank, [[maybe_unused]] sp::partial<tp, sp::tensor<float, L, D>> const& sum) {
  // mistake
  auto y = sp::all_reduce<"tp">(of_rank);
  // corrected
  auto y = sp::all_reduce<"tp">(sum);
  // end
  return y;
}
