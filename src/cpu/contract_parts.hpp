// SPDX-License-Identifier: BSL-1.0
/// One plain matrix product, the part of a contraction that one thread computes at a time.
#pragma once

#include "simd.hpp"

#include <cstddef>

namespace shapeproof::cpu::detail {

/// c[m, n] = or += sum over k of a[m, k] * b[k, n]; strides in elements.
struct product {
  float const* a;
  float const* b;
  float* c;
  std::ptrdiff_t m, n, k;
  std::ptrdiff_t a_m, a_k;
  std::ptrdiff_t b_k, b_n;
  std::ptrdiff_t c_m, c_n;
  bool add;  // to what c holds

  auto rows(std::ptrdiff_t first, std::ptrdiff_t count) const -> product {
    auto result = *this;
    result.a += first * a_m;
    result.c += first * c_m;
    result.m = count;
    return result;
  }

  auto columns(std::ptrdiff_t first, std::ptrdiff_t count) const -> product {
    auto result = *this;
    result.b += first * b_n;
    result.c += first * c_n;
    result.n = count;
    return result;
  }

  /// The terms first, ..., first + count - 1 of the sum; all but the first ones are added.
  auto terms(std::ptrdiff_t first, std::ptrdiff_t count) const -> product {
    auto result = *this;
    result.a += first * a_k;
    result.b += first * b_k;
    result.k = count;
    result.add = add || first > 0;
    return result;
  }
};

// The tile of sums that is kept in registers: rows by vectors of columns, or by single columns in dot products.
// With the widest vectors come 32 registers, of which 24 hold sums; otherwise 16 and 12.
inline constexpr std::ptrdiff_t tile_rows = sizeof(vector) == 64 ? 8 : 4;
inline constexpr std::ptrdiff_t tile_vectors = 3;
inline constexpr std::ptrdiff_t tile_columns = tile_vectors * lanes;

/// How a product is computed, and the largest part of it that is computed at a time.
struct method {
  void (*multiply)(product const&);
  std::ptrdiff_t rows;          // at most
  std::ptrdiff_t column_tiles;  // at most
  std::ptrdiff_t tile;          // columns of one tile
};

/// Tiles that read b where it lies, in long stretches of its rows; requires b_n = 1. For few rows.
void multiply_in_place(product const& whole);
inline constexpr method in_place = {multiply_in_place, 6 * tile_rows, 3500 / tile_columns, tile_columns};

/// Tiles that read a dense copy of b: for many rows, or any strides.
void multiply_packed(product const& whole);
inline constexpr method packed = {multiply_packed, 36 * tile_rows, 512 / tile_columns, tile_columns};

/// Dot products along k; requires a_k = b_k = 1.
void multiply_in_dots(product const& whole);
inline constexpr method in_dots = {multiply_in_dots, 36 * tile_rows, 16, tile_vectors};

}  // namespace shapeproof::cpu::detail
