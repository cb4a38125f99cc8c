// SPDX-License-Identifier: BSL-1.0
// Heads where there should be none.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, H=8, L, D=5200] float: expected [B=2, L, D=5200] float; the axis H=8 is one too many
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step(sp::tensor<float, B, sp::axis<"H", 8>, L, D> const& x) {
  // mistake
  return project(x);
  // corrected
  return project(sp::select<"H">(x, 0));
  // end
}
