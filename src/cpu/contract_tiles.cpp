// SPDX-License-Identifier: BSL-1.0
/// The product of rows with rows of b: tiles of sums in registers, over chunks of few terms at a time.
#include "contract_parts.hpp"
#include "nest.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <array>

namespace shapeproof::cpu::detail {
namespace {

struct sums_of_block;  // the scratch in which sums grow
struct copy_of_b;      // and of the copy of a part of b

/// The terms that are summed in scratch before they are added to c, for accuracy.
constexpr std::ptrdiff_t block_terms = 512;

/// The terms of one tile: in place, as many rows of b as the hardware can fetch ahead at once, each of them
/// along the whole panel; in the copy, as many as keep the copy in the second-level cache.
constexpr std::ptrdiff_t chunk_in_place = 16;
constexpr std::ptrdiff_t chunk_packed = 128;

/// c[Rows, Vectors * lanes] = or += a[Rows, k] * b[k, Vectors * lanes], where b and c are dense in n.
template <std::ptrdiff_t Rows, std::ptrdiff_t Vectors>
void tile(product const& p) {
  auto const a_m = p.a_m, a_k = p.a_k, b_k = p.b_k, c_m = p.c_m;
  auto const *a = p.a, *b = p.b;
  auto* const c = p.c;
  vector sums[Rows][Vectors];
  unroll<Rows>([&](auto i) {
    unroll<Vectors>([&](auto j) { sums[i][j] = p.add ? load(c + i * c_m + j * lanes) : vector(0.0F); });
  });
  for (auto k = p.k; k > 0; --k, a += a_k, b += b_k) {
    vector row[Vectors];
    unroll<Vectors>([&](auto j) {
      row[j] = load(b + j * lanes);
      __builtin_prefetch(b + tile_columns + j * lanes);
    });
    unroll<Rows>([&](auto i) {
      vector const factor = a[i * a_m];
      unroll<Vectors>([&](auto j) { sums[i][j] += factor * row[j]; });
    });
  }
  // The analyzer loses c in the nested captures.
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  unroll<Rows>([&](auto i) { unroll<Vectors>([&](auto j) { store(sums[i][j], c + i * c_m + j * lanes); }); });
}

using tile_function = void (*)(product const&);

/// tiles_of<Rows>[vectors - 1]
template <std::ptrdiff_t Rows>
constexpr auto tiles_of = []<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) {
  return std::array<tile_function, sizeof...(Index)>{tile<Rows, Index + 1>...};
}(std::make_integer_sequence<std::ptrdiff_t, tile_vectors>{});

/// tiles[rows - 1][vectors - 1]
constexpr auto tiles = []<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) {
  return std::array{tiles_of<Index + 1>...};
}(std::make_integer_sequence<std::ptrdiff_t, tile_rows>{});

/// One column of tiles: all rows, n a multiple of lanes up to tile_columns.
void multiply_tiles(product const& p) {
  auto const vectors = static_cast<std::size_t>(p.n / lanes);
  auto const blocks = parts_of(p.m, tile_rows);
  for (std::ptrdiff_t i = 0; i < blocks; ++i) {
    part const rows(p.m, blocks, i);
    tiles[static_cast<std::size_t>(rows.size) - 1][vectors - 1](p.rows(rows.first, rows.size));
  }
}

auto padded(std::ptrdiff_t columns) -> std::ptrdiff_t { return parts_of(columns, lanes) * lanes; }

/// Copies b to `to`, tile of columns after tile: [k, tile_columns] each, the last one [k, padded rest].
void pack(product const& p, float* to) {
  for (std::ptrdiff_t k = 0; k < p.k; ++k)
    for (std::ptrdiff_t n = 0; n < p.n; n += tile_columns) {
      auto const* from = p.b + k * p.b_k + n * p.b_n;
      auto const count = std::min(tile_columns, p.n - n), width = padded(count);
      auto* row = to + n * p.k + k * width;
      if (p.b_n == 1)
        std::copy_n(from, count, row);
      else
        for (std::ptrdiff_t i = 0; i < count; ++i) row[i] = from[i * p.b_n];
      std::fill(row + count, row + width, 0.0F);
    }
}

/// Computes the product from a copy of b.
void multiply_copy(product const& p, float* copy) {
  pack(p, copy);
  for (std::ptrdiff_t n = 0; n < p.n; n += tile_columns) {
    auto tile = p.columns(n, padded(std::min(tile_columns, p.n - n)));
    tile.b = copy + n * p.k;
    tile.b_k = tile.n;
    multiply_tiles(tile);
  }
}

/// Computes the product chunk by chunk; c is scratch, dense in n and padded to whole vectors.
template <bool InPlace>
void multiply_chunks(product const& whole) {
  constexpr auto longest = InPlace ? chunk_in_place : chunk_packed;
  auto* const copy = scratch<copy_of_b>(longest * padded(InPlace ? lanes : whole.n));
  auto const chunks = parts_of(whole.k, longest);
  for (std::ptrdiff_t chunk = 0; chunk < chunks; ++chunk) {
    part const terms(whole.k, chunks, chunk);
    auto const p = whole.terms(terms.first, terms.size);
    auto const done = InPlace ? p.n - p.n % lanes : 0;
    for (std::ptrdiff_t n = 0; n < done; n += tile_columns)
      multiply_tiles(p.columns(n, std::min(tile_columns, done - n)));
    if (done < p.n) multiply_copy(p.columns(done, p.n - done), copy);
  }
}

/// c = or += sums, which have rows of `width`.
void write_back(product const& p, float const* sums, std::ptrdiff_t width) {
  for (std::ptrdiff_t m = 0; m < p.m; ++m, sums += width) {
    auto* to = p.c + m * p.c_m;
    if (p.c_n == 1 && !p.add)
      std::copy_n(sums, p.n, to);
    else if (p.c_n == 1)
      for (std::ptrdiff_t n = 0; n < p.n; ++n) to[n] += sums[n];
    else
      for (std::ptrdiff_t n = 0; n < p.n; ++n) to[n * p.c_n] = p.add ? to[n * p.c_n] + sums[n] : sums[n];
  }
}

template <bool InPlace>
void multiply_blocks(product const& whole) {
  auto const width = padded(whole.n);
  auto* const sums = scratch<sums_of_block>(whole.m * width);
  auto const blocks = parts_of(whole.k, block_terms);
  for (std::ptrdiff_t block = 0; block < blocks; ++block) {
    part const terms(whole.k, blocks, block);
    auto const p = whole.terms(terms.first, terms.size);
    auto in_scratch = p;
    in_scratch.c = sums;
    in_scratch.c_m = width;
    in_scratch.c_n = 1;
    in_scratch.add = false;
    multiply_chunks<InPlace>(in_scratch);
    write_back(p, sums, width);
  }
}

}  // namespace

void multiply_in_place(product const& whole) { multiply_blocks<true>(whole); }

void multiply_packed(product const& whole) { multiply_blocks<false>(whole); }

}  // namespace shapeproof::cpu::detail
