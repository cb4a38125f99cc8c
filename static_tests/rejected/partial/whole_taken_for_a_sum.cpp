// SPDX-License-Identifier: BSL-1.0
// A function that reduces gets a tensor that each rank has whole.
// expect: partial: [L=7, D=12]: it is no sum over tp: each rank has all of it, and the sum would count it on each
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 12>;
using hidden = sp::tensor<float, L, D>;
using sum = sp::partial<tp, hidden>;
auto reduce(sp::partial<tp, sp::view<float const, L, D>> x) { return sp::all_reduce<"tp">(x); }
auto step(sum const& x, [[maybe_unused]] hidden const& whole) {
// mistake
  auto y = reduce(whole);
// corrected
  auto y = reduce(x);
// end
  return y;
}
