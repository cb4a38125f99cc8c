// SPDX-License-Identifier: BSL-1.0
// Traced ids are no more numbers than ids are.
// expect: reduce_scatter: [L=7, D=12] partial over tp: ranks add float elements; these are others
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using ids = sp::partial<tp, sp::meta_tensor<sp::index<sp::axis<"V", 9>>, L, D>>;
auto step([[maybe_unused]] ids const& of_rank, [[maybe_unused]] sp::partial<tp, sp::meta_tensor<float, L, D>> const& sum) {
  // mistake
  auto y = sp::reduce_scatter<"D", tp>(of_rank);
  // corrected
  auto y = sp::reduce_scatter<"D", tp>(sum);
  // end
  return y;
}
