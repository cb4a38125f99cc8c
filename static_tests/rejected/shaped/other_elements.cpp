// SPDX-License-Identifier: BSL-1.0
// A tensor of doubles.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, L, D=5200] double: expected [B=2, L, D=5200] float; the elements are double
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step([[maybe_unused]] sp::tensor<double, B, L, D> const& doubles,
          [[maybe_unused]] sp::tensor<float, B, L, D> const& x) {
  // mistake
  return project(doubles);
  // corrected
  return project(x);
  // end
}
