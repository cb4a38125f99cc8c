// SPDX-License-Identifier: BSL-1.0
/// The innermost loops of packed products, which are compiled for several instruction sets.
#pragma once

#include "shapeproof/cpu/packed.hpp"

#include <cstddef>
#include <cstdint>

namespace shapeproof::cpu::detail {

/// sums[rows, 32] = or += x[k, rows] * w[k, 32], where w is a part of a panel.
struct tile_job {
  float const* x;
  std::uint32_t const* w;
  float* sums;
  std::ptrdiff_t k;            // a multiple of term_step
  std::uint32_t const* ahead;  // what to fetch meanwhile: by a lone tile as much as it uses; by others
  std::ptrdiff_t ahead_lines;  // so many cache lines with term_step terms, at most 4,
  std::ptrdiff_t ahead_step;   // and then so many words further on
  bool add;                    // to what sums holds
};

inline constexpr std::ptrdiff_t most_tile_rows = 14;

/// The tiles of one instruction set.
struct tile_set {
  using function = void (*)(tile_job const&);

  std::ptrdiff_t rows;               // of the largest tile
  function lone[3][most_tile_rows];  // [type][rows - 1], for products of one row of tiles
  function shared[most_tile_rows];   // for those of several, over floats
  void (*expand[3])(std::uint32_t const* w, std::ptrdiff_t k, float* to);  // part of a panel to floats; none of f32
};

auto portable_tiles() -> tile_set const&;
auto avx2_tiles() -> tile_set const&;  // these two are defined for x86-64 only
auto avx512_tiles() -> tile_set const&;

}  // namespace shapeproof::cpu::detail
