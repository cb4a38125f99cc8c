// SPDX-License-Identifier: BSL-1.0
// Two axes for three dimensions.
// expect: from_mdspan: [L, D=4]: 2 axes are stated for memory of 3 dimensions
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
#include <mdspan>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(std::mdspan<float, std::dextents<int, 3>> m) {
  // mistake
  auto x = sp::from_mdspan<L, D>(m);
  // corrected
  auto x = sp::from_mdspan<L, D, F>(m);
  // end
  (void)x;
}
