// SPDX-License-Identifier: BSL-1.0
// A tensor whose axes are in another order.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, D=5200, L] float: expected [B=2, L, D=5200] float; the axes are in another order
// expect: call permute<"B", "L", "D">
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step(sp::tensor<float, B, D, L> const& x) {
  // mistake
  return project(x);
  // corrected
  return project(sp::permute<"B", "L", "D">(x));
  // end
}
