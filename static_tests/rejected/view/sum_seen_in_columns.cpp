// SPDX-License-Identifier: BSL-1.0
// A transposed summand goes into a view that says nothing of a sum.
// expect: view: [D=12, L=7] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
using hidden = sp::tensor<float, L, D>;
using columns = decltype(sp::transpose<"L", "D">(std::declval<hidden const&>()));
auto step([[maybe_unused]] sum const& x, hidden const& whole) {
  // mistake
  columns y = sp::transpose<"L", "D">(x);
  // corrected
  columns y = sp::transpose<"L", "D">(whole);
  // end
  return y;
}
