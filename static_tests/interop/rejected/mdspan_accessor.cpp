// SPDX-License-Identifier: BSL-1.0
// Elements that an accessor computes are not in memory.
// expect: from_mdspan: [L, D=4]
// expect: its accessor or its layout is more than a pointer with strides; copy the elements
#include <cstddef>
#include <mdspan>
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
struct doubled {
  using element_type = float;
  using reference = float;
  using data_handle_type = float*;
  using offset_policy = doubled;
  float access(float* p, std::size_t i) const { return 2 * p[i]; }
  float* offset(float* p, std::size_t i) const { return p + i; }
};
using plane = std::dextents<int, 2>;
void f(std::mdspan<float, plane, std::layout_right, doubled> computed, std::mdspan<float, plane> plain) {
  // mistake
  auto x = sp::from_mdspan<L, D>(computed);
  // corrected
  auto x = sp::from_mdspan<L, D>(plain);
  // end
  (void)computed, (void)plain, (void)x;
}
