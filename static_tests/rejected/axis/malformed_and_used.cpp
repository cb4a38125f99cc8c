// SPDX-License-Identifier: BSL-1.0
// A malformed axis gives one error however often it is used.
// expect: axis: D=5200/2
// expect: the extent divides
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L", 7>;
// mistake
using D = sp::axis<"D", "5200/2">;
// corrected
using D = sp::axis<"D", 2600>;
// end
auto step(sp::tensor<float, L, D> const& x, sp::tensor<float, D, sp::axis<"F", 20800>> const& w) {
  auto total = sp::sum<"L">(x + x);
  return sp::linear(x, w)(0, 0) + total(1);
}
