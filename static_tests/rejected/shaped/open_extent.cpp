// SPDX-License-Identifier: BSL-1.0
// An open axis of another name.
// expect: no matching function for call to
// expect-gcc: ‘project(
// expect-clang: 'project'
// expect: shaped: [S=7, D=5200] float: expected [..., L=any, D=5200] float; the axis L is missing
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 5200>;
auto project(sp::shaped<float, sp::any_axes, sp::any_extent<"L">, D> auto const& x) { return sp::sum<"D">(x); }
auto step([[maybe_unused]] sp::tensor<float, sp::axis<"S", 7>, D> const& keys,
          [[maybe_unused]] sp::tensor<float, sp::axis<"L", 7>, D> const& queries) {
  // mistake
  return project(keys);
  // corrected
  return project(queries);
  // end
}
