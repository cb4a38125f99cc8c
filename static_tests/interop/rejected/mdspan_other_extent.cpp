// SPDX-License-Identifier: BSL-1.0
// A static extent that is not the axis'.
// expect: from_mdspan: [L, F=6] from [?, 5]
// expect: F=6 meets 5; declare the axis with 5, or pass what has 6
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
#include <mdspan>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(std::mdspan<float, std::extents<int, std::dynamic_extent, 5>> five,
       std::mdspan<float, std::extents<int, std::dynamic_extent, 6>> six) {
  // mistake
  auto x = sp::from_mdspan<L, F>(five);
  // corrected
  auto x = sp::from_mdspan<L, F>(six);
  // end
  (void)five, (void)six, (void)x;
}
