// SPDX-License-Identifier: BSL-1.0
/// One tile: sums in registers. Included once by the source of each instruction set.
///
/// Everything has internal linkage and nothing of the standard library is called: the linker keeps one copy of an
/// inline function, and that could be one which other machines cannot run.
#pragma once

#include "packed_layout.hpp"
#include "packed_tiles.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shapeproof::cpu::detail {
namespace {

template <std::ptrdiff_t Value>
struct constant {
  static constexpr auto value = Value;
  constexpr operator std::ptrdiff_t() const { return Value; }
};

/// Calls body(0), ..., body(Count - 1) with constants, so that arrays indexed by them stay in registers.
template <std::ptrdiff_t Count, typename Body>
[[gnu::always_inline]] inline void unrolled(Body&& body) {
  [&]<std::ptrdiff_t... Index>(std::integer_sequence<std::ptrdiff_t, Index...>) __attribute__((always_inline)) {
    (body(constant<Index>{}), ...);
  }(std::make_integer_sequence<std::ptrdiff_t, Count>{});
}

/// Vectors of `Lanes` floats, and of the words of a panel that they are made of.
template <std::ptrdiff_t Lanes>
struct vectors {
  using floats [[gnu::vector_size(Lanes * 4), gnu::aligned(4), gnu::may_alias]] = float;
  using words [[gnu::vector_size(Lanes * 4), gnu::aligned(4), gnu::may_alias]] = std::uint32_t;
  using integers [[gnu::vector_size(Lanes * 4)]] = std::int32_t;
};

template <std::ptrdiff_t Lanes>
using floats_of = typename vectors<Lanes>::floats;

/// The weights of term `Term` in the words of `Lanes` columns; those of int8 times int8_unit.
template <weight_type Type, std::ptrdiff_t Term, std::ptrdiff_t Lanes>
[[gnu::always_inline]] inline void extract(typename vectors<Lanes>::words words, floats_of<Lanes>& to) {
  constexpr auto bits = 32 / side_by_side(Type);
  constexpr auto shift = 32 - bits * (Term + 1);
  if constexpr (shift > 0) words <<= shift;
  if constexpr (Term > 0) words &= ~std::uint32_t{0} << (32 - bits);
  if constexpr (Type == weight_type::int8)
    to = __builtin_convertvector((typename vectors<Lanes>::integers)words, floats_of<Lanes>);
  else
    to = (floats_of<Lanes>)words;
}

/// Fetches some lines of w: each half of a term has its turn, since the core would wait for many at once.
template <weight_type Type, bool Lone, std::ptrdiff_t Half>
[[gnu::always_inline]] inline void fetch_ahead(std::uint32_t const* ahead, std::ptrdiff_t lines) {
  if constexpr (Lone && Half % side_by_side(Type) == 0)
    __builtin_prefetch(ahead + Half / side_by_side(Type) * 16, 0, 2);
  if constexpr (!Lone && Half % 2 == 0)
    if (Half / 2 < lines) __builtin_prefetch(ahead + Half / 2 * 16, 0, 2);
}

/// A tile of Rows rows by Vectors vectors, which starts `column` columns into the panel.
template <weight_type Type, bool Lone, std::ptrdiff_t Lanes, std::ptrdiff_t Rows, std::ptrdiff_t Vectors>
[[gnu::always_inline]] inline void part_of_tile(tile_job const& job, std::ptrdiff_t column) {
  using words = typename vectors<Lanes>::words;
  constexpr auto terms = side_by_side(Type);
  // Few sums are not enough to hide the latency of an addition.
  constexpr std::ptrdiff_t chains = Rows * Vectors <= 4 ? 4 : Rows * Vectors <= 8 ? 2 : 1;
  floats_of<Lanes> sums[chains][Rows][Vectors] = {};
  auto const* x = job.x;
  auto const* w = job.w + column;
  auto const* ahead = job.ahead;
  for (auto k = job.k; k > 0; k -= term_step) {
    unrolled<term_step / terms>([&](auto group) {
      words row[Vectors];
      unrolled<Vectors>([&](auto j) { row[j] = *reinterpret_cast<words const*>(w + j * Lanes); });
      w += panel_columns;
      unrolled<terms>([&](auto term) {
        constexpr auto index = decltype(group)::value * terms + decltype(term)::value;
        constexpr auto chain = index % chains;
        floats_of<Lanes> weights[Vectors];
        unrolled<Vectors>([&](auto j) { extract<Type, decltype(term)::value, Lanes>(row[j], weights[j]); });
        unrolled<Rows>([&](auto i) {
          if constexpr (i == 0) fetch_ahead<Type, Lone, 2 * index>(ahead, job.ahead_lines);
          if constexpr (i == Rows / 2) fetch_ahead<Type, Lone, 2 * index + 1>(ahead, job.ahead_lines);
          auto const factor = x[index * Rows + i];
          unrolled<Vectors>([&](auto j) { sums[chain][i][j] += factor * weights[j]; });
        });
        if constexpr (index * 16 < term_step * Rows) __builtin_prefetch(x + 4 * term_step * Rows + index * 16);
      });
    });
    x += term_step * Rows;
    ahead += Lone ? term_step / terms * panel_columns : job.ahead_step;
  }
  unrolled<Rows>([&](auto i) {
    unrolled<Vectors>([&](auto j) {
      unrolled<chains - 1>([&](auto chain) { sums[0][i][j] += sums[chain + 1][i][j]; });
      auto& to = *reinterpret_cast<floats_of<Lanes>*>(job.sums + i * panel_columns + column + j * Lanes);
      to = job.add ? to + sums[0][i][j] : sums[0][i][j];
    });
  });
}

template <weight_type Type, bool Lone, std::ptrdiff_t Lanes, std::ptrdiff_t Rows>
void tile(tile_job const& job) {
  // Two vectors of 16 are a whole panel; where they are shorter, few rows leave registers for four.
  constexpr std::ptrdiff_t width = Lanes < 16 && Rows <= 3 ? 4 : 2;
  for (std::ptrdiff_t column = 0; column < panel_columns; column += width * Lanes)
    part_of_tile<Type, Lone, Lanes, Rows, width>(job, column);
}

template <weight_type Type, std::ptrdiff_t Lanes>
void expand(std::uint32_t const* w, std::ptrdiff_t k, float* to) {
  constexpr auto terms = side_by_side(Type);
  for (; k > 0; k -= terms, to += terms * panel_columns)
    for (std::ptrdiff_t column = 0; column < panel_columns; column += Lanes, w += Lanes) {
      auto const words = *reinterpret_cast<typename vectors<Lanes>::words const*>(w);
      unrolled<terms>([&](auto term) {
        auto& row = *reinterpret_cast<floats_of<Lanes>*>(to + term * panel_columns + column);
        extract<Type, decltype(term)::value, Lanes>(words, row);
      });
    }
}

/// Tiles of up to Rows rows, for registers of Lanes floats.
template <std::ptrdiff_t Lanes, std::ptrdiff_t Rows>
constexpr auto make_tiles() -> tile_set {
  tile_set result = {Rows, {}, {}, {}};
  auto const fill = [&]<weight_type Type, std::ptrdiff_t... Index>(std::integral_constant<weight_type, Type>,
                                                                   std::integer_sequence<std::ptrdiff_t, Index...>) {
    constexpr auto type = static_cast<std::size_t>(Type);
    ((result.lone[type][Index] = tile<Type, true, Lanes, Index + 1>), ...);
    if constexpr (Type == weight_type::f32)
      ((result.shared[Index] = tile<Type, false, Lanes, Index + 1>), ...);
    else
      result.expand[type] = expand<Type, Lanes>;
  };
  auto const rows = std::make_integer_sequence<std::ptrdiff_t, Rows>{};
  fill(std::integral_constant<weight_type, weight_type::f32>{}, rows);
  fill(std::integral_constant<weight_type, weight_type::bf16>{}, rows);
  fill(std::integral_constant<weight_type, weight_type::int8>{}, rows);
  return result;
}

}  // namespace
}  // namespace shapeproof::cpu::detail
