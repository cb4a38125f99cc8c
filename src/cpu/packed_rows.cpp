// SPDX-License-Identifier: BSL-1.0
/// Activations in the order in which tiles read them.
#include "packed_product.hpp"

#include <algorithm>

namespace shapeproof::cpu::detail {
namespace {

using four [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = float;

/// to[4, 4], whose rows are `step` apart, = the transpose of from[4, 4], whose rows are x_m apart.
void transpose(float const* from, std::ptrdiff_t x_m, float* to, std::ptrdiff_t step) {
  auto const row = [&](std::ptrdiff_t i) { return *reinterpret_cast<four const*>(from + i * x_m); };
  auto const write = [&](std::ptrdiff_t i, four const& values) { *reinterpret_cast<four*>(to + i * step) = values; };
  four const a = row(0), b = row(1), c = row(2), d = row(3);
  four const ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  four const ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  write(0, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
  write(1, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  write(2, __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5));
  write(3, __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7));
}

/// to[terms, rows] = the transpose of from[rows, terms].
void copy_tile(float const* from, std::ptrdiff_t x_m, std::ptrdiff_t rows, std::ptrdiff_t terms, float* to) {
  constexpr std::ptrdiff_t line = 16;
  auto const whole = terms / 4 * 4;
  for (std::ptrdiff_t k = 0; k < whole; k += 4) {
    // x was written by others and may be far away; so many rows at once are too many for the hardware to foresee.
    if (k % line == 0)
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        __builtin_prefetch(from + row * x_m + k + 4 * line);
        __builtin_prefetch(to + (k + line) * rows + row * line, 1);
      }
    std::ptrdiff_t row = 0;
    for (; row + 4 <= rows; row += 4) transpose(from + row * x_m + k, x_m, to + k * rows + row, rows);
    for (; row < rows; ++row)
      for (std::ptrdiff_t i = 0; i < 4; ++i) to[(k + i) * rows + row] = from[row * x_m + k + i];
  }
  for (auto k = whole; k < terms; ++k)
    for (std::ptrdiff_t row = 0; row < rows; ++row) to[k * rows + row] = from[row * x_m + k];
}

}  // namespace

void copy_stretch(packed_product const& p, range const& terms, float* to) {
  auto const count = p.row_tiles();
  auto const in_x = std::min(terms.size, p.k - terms.first);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    part const rows(p.m, count, i);
    copy_tile(p.x + rows.first * p.x_m + terms.first, p.x_m, rows.size, in_x, to);
    to = std::fill_n(to + in_x * rows.size, (terms.size - in_x) * rows.size, 0.0F);
  }
}

}  // namespace shapeproof::cpu::detail
