// SPDX-License-Identifier: BSL-1.0
// One branch gives a summand, the other one a whole tensor.
// expect-gcc: operands to ‘?:’ have different types ‘const sum’
// expect-clang: conditional expression is ambiguous; 'const sum'
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
auto step(bool given, sum const& x, hidden const& known) {
// mistake
  auto y = given ? x : known;
// corrected
  auto y = given ? sp::all_reduce<"tp">(x) : known;
// end
  return y;
}
