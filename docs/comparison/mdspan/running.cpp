// SPDX-License-Identifier: BSL-1.0
// outcome: holds
// answer: numbers: none; others: stored
#include <cstddef>
#include <mdspan>

static_assert(sizeof(std::mdspan<float, std::extents<std::size_t, 2, 3>>) == sizeof(float*));
static_assert(sizeof(std::mdspan<float, std::dextents<std::size_t, 2>>) > sizeof(float*));

int main() {}
