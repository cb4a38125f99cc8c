// SPDX-License-Identifier: BSL-1.0
// Any axes may be before D, none behind it.
// expect: no matching function for call to
// expect-gcc: ‘norm(
// expect-clang: 'norm'
// expect: shaped: [L, D=6, E=2] float: expected [..., D=6] float; the axis E=2 is one too many
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 6>;
auto norm(sp::shaped<float, sp::any_axes, D> auto const& x) { return sp::sum<"D">(x); }
auto step(sp::tensor<float, L, D, sp::axis<"E", 2>> const& x) {
  // mistake
  return norm(x);
  // corrected
  return norm(sp::select<"E">(x, 0));
  // end
}
