// SPDX-License-Identifier: BSL-1.0
// The width of another model.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [B=2, L, D=4096] float: expected [B=2, L, D=5200] float; D=4096 is not D=5200; they differ by -1104
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step([[maybe_unused]] sp::tensor<float, B, L, sp::axis<"D", 4096>> const& other,
          [[maybe_unused]] sp::tensor<float, B, L, D> const& x) {
  // mistake
  return project(other);
  // corrected
  return project(x);
  // end
}
