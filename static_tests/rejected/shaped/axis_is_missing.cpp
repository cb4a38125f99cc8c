// SPDX-License-Identifier: BSL-1.0
// A row without its batch.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [L, D=5200] float: expected [B=2, L, D=5200] float; the axis B is missing
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, B, L, D> auto const& x) { return sp::sum<"D">(x); }
auto step([[maybe_unused]] sp::tensor<float, L, D> const& row,
          [[maybe_unused]] sp::tensor<float, B, L, D> const& rows) {
  // mistake
  return project(row);
  // corrected
  return project(rows);
  // end
}
