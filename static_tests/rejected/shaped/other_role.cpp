// SPDX-License-Identifier: BSL-1.0
// An axis of the right size and another meaning.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, L, De=5200] float: expected [B=2, L, D=5200] float; the axis D is missing; De=5200 has its
// extent, but another role
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step(sp::tensor<float, B, L, sp::axis<"De", 5200>> const& x) {
  // mistake
  return project(x);
  // corrected
  return project(sp::rename<"De", "D">(x));
  // end
}
