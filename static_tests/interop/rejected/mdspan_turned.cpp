// SPDX-License-Identifier: BSL-1.0
// A weight [F, D] where [D, F] is stated.
// expect: from_mdspan: [D=4, F=6] from [6, 4]
// expect: D=4 meets 6; the extents fit in the opposite order of axes
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
#include <mdspan>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(std::mdspan<float const, std::extents<int, 6, 4>> w) {
  // mistake
  auto x = sp::from_mdspan<D, F>(w);
  // corrected
  auto x = sp::transpose<"F", "D">(sp::from_mdspan<F, D>(w));
  // end
  (void)x;
}
