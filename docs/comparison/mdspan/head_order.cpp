// SPDX-License-Identifier: BSL-1.0
// outcome: silent
#include <cstddef>
#include <cstdio>
#include <mdspan>

int main() {
  float const q[] = {0, 1, 2, 3};  // two heads of two elements, the heads outside
  std::mdspan<float const, std::extents<std::size_t, 2, 2>> const meant(q);                    // [H, Dk]
  std::mdspan<float const, std::extents<std::size_t, 2, 2>, std::layout_left> const heads(q);  // of [Dk, H]
  std::printf("got %g meant %g\n", heads[1, 0], meant[1, 0]);
}
