// SPDX-License-Identifier: BSL-1.0
// layout_left, stated as if it were layout_right.
// expect: from_mdspan: [D=4, F=6] from [4, 6] with strides [1, 4]
// expect: the stride of D is 6 by type and 1 in this memory; state its order and padding, memory<...>
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
#include <mdspan>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(std::mdspan<float, std::extents<int, 4, 6>, std::layout_left> m) {
  // mistake
  auto x = sp::from_mdspan<sp::memory<D, F>, D, F>(m);
  // corrected
  auto x = sp::from_mdspan<D, F>(m);
  // end
  (void)x;
}
