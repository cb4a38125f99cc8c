// SPDX-License-Identifier: BSL-1.0
/// The parts of a product over packed weights.
#pragma once

#include "nest.hpp"
#include "packed_layout.hpp"
#include "packed_tiles.hpp"

#include <cstddef>
#include <cstdint>

namespace shapeproof::cpu::detail {

/// The terms of one tile: few enough that its weights stay in the first-level cache.
inline constexpr std::ptrdiff_t tile_terms = 192;

struct packed_product {
  tile_set const& tiles;
  weight_type type;
  packed_layout layout;
  std::uint32_t const* packed;
  float const* x;
  std::ptrdiff_t x_m;
  float* y;
  std::ptrdiff_t y_m;
  std::ptrdiff_t m, k, n;
  epilogue then;

  auto row_tiles() const -> std::ptrdiff_t { return parts_of(m, tiles.rows); }

  auto words_at(std::ptrdiff_t panel, std::ptrdiff_t term) const -> std::uint32_t const* {
    return packed + layout.panel(panel) + layout.words_of(term);
  }
};

/// Some terms, or some panels.
struct range {
  std::ptrdiff_t first, size;
};

/// Stretch `index` of some terms: all are about equally long, so that each one can fetch the next.
inline auto stretch_of(range const& terms, std::ptrdiff_t index) -> range {
  part const steps(terms.size / term_step, parts_of(terms.size, tile_terms), index);
  return {terms.first + steps.first * term_step, steps.size * term_step};
}

/// sums[panels, m, 32] = x[terms, m] * w[terms, panels], meanwhile fetching `next`. x is [stretches][row tiles][terms
/// of the stretch][rows of the tile].
void multiply_panels(packed_product const& p, float const* x, range const& terms, range const& panels,
                     std::uint32_t const* next, float* sums);

/// y[m, panel] = or += sums[m, 32], which are used up; after the last terms, the epilogue as well.
void write_panel(packed_product const& p, range const& terms, std::ptrdiff_t panel, float* sums);

}  // namespace shapeproof::cpu::detail
