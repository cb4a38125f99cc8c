// SPDX-License-Identifier: BSL-1.0
/// The product of rows with rows: both operands are dense along k, as in queries times keys.
#include "contract_parts.hpp"
#include "nest.hpp"
#include "simd.hpp"

#include <array>

namespace shapeproof::cpu::detail {
namespace {

/// The terms summed in registers before they are added to c: 256 for each lane, for accuracy.
constexpr std::ptrdiff_t block_terms = 256 * lanes;

/// c[Rows, Columns] = or += the dot products of Rows rows of a with Columns columns of b.
template <std::ptrdiff_t Rows, std::ptrdiff_t Columns>
void tile(product const& p) {
  vector sums[Rows][Columns] = {};
  auto const add_terms = [&](auto const& load_from) __attribute__((always_inline)) {
    vector column[Columns];
    unroll<Columns>([&](auto j) { column[j] = load_from(p.b + j * p.b_n); });
    unroll<Rows>([&](auto i) {
      auto const row = load_from(p.a + i * p.a_m);
      unroll<Columns>([&](auto j) { sums[i][j] += row * column[j]; });
    });
  };
  auto const whole = p.k - p.k % lanes;
  for (std::ptrdiff_t k = 0; k < whole; k += lanes)
    add_terms([k](float const* from) __attribute__((always_inline)) { return load(from + k); });
  if (whole < p.k) add_terms([&](float const* from) { return load_first(from + whole, p.k - whole); });
  unroll<Rows>([&](auto i) {
    unroll<Columns>([&](auto j) {
      auto& to = p.c[i * p.c_m + j * p.c_n];
      auto const sum = std::experimental::reduce(sums[i][j]);
      to = p.add ? to + sum : sum;
    });
  });
}

using tile_function = void (*)(product const&);

/// tiles_of<Rows>[columns - 1]
template <std::ptrdiff_t Rows>
constexpr auto tiles_of = []<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) {
  return std::array<tile_function, sizeof...(Index)>{tile<Rows, Index + 1>...};
}(std::make_integer_sequence<std::ptrdiff_t, tile_vectors>{});

/// tiles[rows - 1][columns - 1]
constexpr auto tiles = []<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) {
  return std::array{tiles_of<Index + 1>...};
}(std::make_integer_sequence<std::ptrdiff_t, tile_rows>{});

/// All tiles of one block of rows: the rows of a stay in the first-level cache.
void multiply_row_of_tiles(product const& p) {
  auto const blocks = parts_of(p.n, tile_vectors);
  for (std::ptrdiff_t i = 0; i < blocks; ++i) {
    part const columns(p.n, blocks, i);
    tiles[static_cast<std::size_t>(p.m) - 1][static_cast<std::size_t>(columns.size) - 1](
        p.columns(columns.first, columns.size));
  }
}

}  // namespace

void multiply_in_dots(product const& whole) {
  auto const blocks = parts_of(whole.k, block_terms);
  auto const row_blocks = parts_of(whole.m, tile_rows);
  for (std::ptrdiff_t block = 0; block < blocks; ++block) {
    part const terms(whole.k, blocks, block);
    auto const p = whole.terms(terms.first, terms.size);
    for (std::ptrdiff_t i = 0; i < row_blocks; ++i) {
      part const rows(p.m, row_blocks, i);
      multiply_row_of_tiles(p.rows(rows.first, rows.size));
    }
  }
}

}  // namespace shapeproof::cpu::detail
