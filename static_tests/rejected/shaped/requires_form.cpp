// SPDX-License-Identifier: BSL-1.0
// The same constraint after requires.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, L] float: expected [B=2, L, D=5200] float; the axis D is missing
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
template <class X>
  requires sp::shaped<X, float, B, L, D>
auto project(X const& x) {
  return sp::sum<"D">(x);
}
auto step([[maybe_unused]] sp::tensor<float, B, L> const& means, [[maybe_unused]] sp::tensor<float, B, L, D> const& x) {
  // mistake
  return project(means);
  // corrected
  return project(x);
  // end
}
