// SPDX-License-Identifier: BSL-1.0
/// The two products of attention, one tile at a time: queries with keys, weights with values.
#pragma once

#include "nest.hpp"
#include "simd.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace shapeproof::cpu::detail {

/// Vectors of `Lanes` floats: heads may be shorter than the machine's registers.
template <std::ptrdiff_t Lanes>
struct short_vectors {
  using type [[gnu::vector_size(Lanes * 4), gnu::aligned(4), gnu::may_alias]] = float;
};
template <std::ptrdiff_t Lanes>
using floats = typename short_vectors<Lanes>::type;

template <std::ptrdiff_t Lanes>
[[gnu::always_inline]] inline auto at(float const* from) -> floats<Lanes> const& {
  return *reinterpret_cast<floats<Lanes> const*>(from);
}
template <std::ptrdiff_t Lanes>
[[gnu::always_inline]] inline auto at(float* to) -> floats<Lanes>& {
  return *reinterpret_cast<floats<Lanes>*>(to);
}

/// The vectors that cover a row of `size` >= Lanes elements. The last one ends with the row, and may begin within the
/// one before it: no row is padded, and nothing behind it is read.
template <std::ptrdiff_t Lanes>
struct row_cover {
  std::ptrdiff_t size;
  auto count() const -> std::ptrdiff_t { return parts_of(size, Lanes); }
  auto offset(std::ptrdiff_t i) const -> std::ptrdiff_t { return std::min(i * Lanes, size - Lanes); }
  /// How many lanes of the last vector the one before it has too.
  auto overlap() const -> std::ptrdiff_t { return count() * Lanes - size; }
};

/// Adds the halves of all blocks of 2 * Half elements of a and b: two vectors become one.
template <std::ptrdiff_t Half, std::ptrdiff_t Lanes, std::ptrdiff_t... I>
[[gnu::always_inline]] inline auto add_halves(floats<Lanes> const& a, floats<Lanes> const& b,
                                              std::integer_sequence<std::ptrdiff_t, I...>) -> floats<Lanes> {
  return __builtin_shufflevector(a, b, (I / Half * 2 * Half + I % Half)...) +
         __builtin_shufflevector(a, b, (I / Half * 2 * Half + I % Half + Half)...);
}

/// Lane i of x[0] becomes the sum of x[i].
template <std::ptrdiff_t Lanes, std::ptrdiff_t Half = Lanes / 2>
[[gnu::always_inline]] inline void sum_each(floats<Lanes> (&x)[Lanes]) {
  if constexpr (Half > 0) {
    unroll<Half>([&](auto i) {
      x[i] = add_halves<Half, Lanes>(x[2 * i], x[2 * i + 1], std::make_integer_sequence<std::ptrdiff_t, Lanes>{});
    });
    sum_each<Lanes, Half / 2>(x);
  }
}

/// What a tile reads and writes; rows are queries. Steps are those from one row to the next.
struct attend_tile {
  float const* x;  // [rows, vectors * Lanes] queries, or [rows, keys] weights
  std::ptrdiff_t x_step;
  float const* y;  // [keys, size] keys or values
  std::ptrdiff_t y_step;
  float* to;  // [rows, keys] scores, or [rows, vectors * Lanes] sums
  std::ptrdiff_t to_step;
  std::ptrdiff_t keys, size;
};

/// Of `Rows` queries: the scores of Lanes / Rows keys. Where there are fewer keys, the last one stands for the rest.
/// The lanes of the queries that two vectors share are zero in the last one.
template <std::ptrdiff_t Lanes, std::ptrdiff_t Rows>
void score_tile(attend_tile const& t) {
  constexpr auto columns = Lanes / Rows;
  row_cover<Lanes> const cover{t.size};
  float const* key[columns] = {t.y};
  unroll<columns - 1>([&](auto j) { key[j + 1] = key[j] + (j + 1 < t.keys ? t.y_step : 0); });
  floats<Lanes> sums[Lanes] = {};
  auto const* x = t.x;
  auto const add = [&](std::ptrdiff_t offset) __attribute__((always_inline)) {
    floats<Lanes> row[columns];
    unroll<columns>([&](auto j) { row[j] = at<Lanes>(key[j] + offset); });
    unroll<Rows>([&](auto i) {
      auto const query = at<Lanes>(x + i * t.x_step);
      unroll<columns>([&](auto j) { sums[i * columns + j] += query * row[j]; });
    });
    x += Lanes;
  };
  auto const whole = t.size - t.size % Lanes;
  for (std::ptrdiff_t offset = 0; offset < whole; offset += Lanes) add(offset);
  if (whole < t.size) add(cover.offset(cover.count() - 1));
  sum_each<Lanes>(sums);
  float found[Lanes];
  std::memcpy(found, &sums[0], sizeof found);
  unroll<Rows>([&](auto i) { std::memcpy(t.to + i * t.to_step, found + i * columns, columns * sizeof(float)); });
}

/// Of `Rows` queries: adds weights times values to `Columns` vectors of the sums, from vector `first` on. The order of
/// the additions is the same in every tile.
template <std::ptrdiff_t Lanes, std::ptrdiff_t Rows, std::ptrdiff_t Columns>
void mix_tile(attend_tile const& t, std::ptrdiff_t first) {
  constexpr std::ptrdiff_t chains = 2;  // a lone sum would wait for each addition
  row_cover<Lanes> const cover{t.size};
  floats<Lanes> sums[chains][Rows][Columns] = {};
  float const* value[Columns];
  unroll<Columns>([&](auto j) { value[j] = t.y + cover.offset(first + j); });
  auto* const to = t.to + first * Lanes;
  unroll<Rows>(
      [&](auto i) { unroll<Columns>([&](auto j) { sums[0][i][j] = at<Lanes>(to + i * t.to_step + j * Lanes); }); });
  auto const add = [&](auto chain, std::ptrdiff_t key) __attribute__((always_inline)) {
    floats<Lanes> row[Columns];
    unroll<Columns>([&](auto j) { row[j] = at<Lanes>(value[j] + key * t.y_step); });
    unroll<Rows>([&](auto i) {
      auto const weight = t.x[i * t.x_step + key];
      unroll<Columns>([&](auto j) { sums[chain][i][j] += weight * row[j]; });
    });
  };
  std::ptrdiff_t key = 0;
  for (; key + chains <= t.keys; key += chains)
    unroll<chains>([&](auto chain) __attribute__((always_inline)) { add(chain, key + chain); });
  if (key < t.keys) add(std::integral_constant<std::ptrdiff_t, 0>{}, key);
  unroll<Rows>([&](auto i) {
    unroll<Columns>([&](auto j) { at<Lanes>(to + i * t.to_step + j * Lanes) = sums[0][i][j] + sums[1][i][j]; });
  });
}

/// Calls body(constant, first) for parts of `Most`, then half as many, that cover `count`.
template <std::ptrdiff_t Most, typename Body>
void in_parts(std::ptrdiff_t count, Body const& body, std::ptrdiff_t first = 0) {
  for (; first + Most <= count; first += Most) body(std::integral_constant<std::ptrdiff_t, Most>{}, first);
  if constexpr (Most > 1) in_parts<Most / 2>(count, body, first);
}

/// The scores of all rows with all keys; `to` has room for the keys and Lanes more.
template <std::ptrdiff_t Lanes>
void score(attend_tile const& all, std::ptrdiff_t rows) {
  in_parts<std::min<std::ptrdiff_t>(Lanes, 4)>(rows, [&](auto height, std::ptrdiff_t row) {
    auto t = all;
    t.x += row * t.x_step;
    t.to += row * t.to_step;
    for (; t.keys > 0; t.keys -= Lanes / height, t.y += Lanes / height * t.y_step, t.to += Lanes / height)
      score_tile<Lanes, height>(t);
  });
}

/// Adds weights times values to the sums of all rows.
template <std::ptrdiff_t Lanes>
void mix(attend_tile const& all, std::ptrdiff_t rows) {
  // Long rows of values: as many at a time as the hardware can fetch ahead. Many rows of weights wait for sums instead.
  std::ptrdiff_t const together = rows > 8 || all.size <= 128 ? all.keys : 16;
  for (auto rest = all; rest.keys > 0; rest.keys -= together, rest.x += together, rest.y += together * rest.y_step)
    in_parts<3>(row_cover<Lanes>{all.size}.count(), [&](auto width, std::ptrdiff_t first) {
      in_parts<4>(rows, [&](auto height, std::ptrdiff_t row) {
        auto t = rest;
        t.keys = std::min(together, rest.keys);
        t.x += row * t.x_step;
        t.to += row * t.to_step;
        mix_tile<Lanes, height, width>(t, first);
      });
    });
}

}  // namespace shapeproof::cpu::detail
