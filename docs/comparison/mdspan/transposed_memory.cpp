// SPDX-License-Identifier: BSL-1.0
// outcome: refused
// says: no matching function for call to 'flat'
#include <cstddef>
#include <mdspan>
#include <span>

using turned_extents = std::extents<std::size_t, 3, 2>;  // [H, L]

std::span<float const> flat(std::mdspan<float const, turned_extents> dense) { return {dense.data_handle(), 6}; }

int main() {
  float const x[] = {0, 1, 2, 3, 4, 5};
  flat(std::mdspan<float const, turned_extents>(x));
  flat(std::mdspan<float const, turned_extents, std::layout_left>(x));  // mistake
}
