// SPDX-License-Identifier: BSL-1.0
// A view of a whole tensor is made one of a summand.
// expect: view: [L=7, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using rows = sp::view<float const, L, D>;
using rows_of_sum = sp::partial<tp, rows>;
auto step(rows x, [[maybe_unused]] rows_of_sum sum, rows whole) {
  // mistake
  x = sum;
  // corrected
  x = whole;
  // end
  return x;
}
