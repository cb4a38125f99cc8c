// SPDX-License-Identifier: BSL-1.0
/// Some panels of a packed product, tile by tile.
#include "packed_product.hpp"
#include "scratch.hpp"

#include <algorithm>

namespace shapeproof::cpu::detail {
namespace {

struct wide_weights;  // the scratch for weights as floats

/// How far ahead of a lone tile its weights are fetched, in words; farther where more of them are done in a time.
constexpr auto distance(weight_type type) -> std::ptrdiff_t {
  return type == weight_type::f32 ? 768 : type == weight_type::bf16 ? 1024 : 2048;
}

/// A weight of so many words is likely to be in the second-level cache still: fetching would cost more than it gains.
constexpr std::ptrdiff_t words_in_cache = std::ptrdiff_t{1} << 16;

/// One panel in one row of tiles, in stretches, whose sums have smaller errors than one long sum. The last words are a
/// stretch of their own, so that `next` can be fetched meanwhile.
void multiply_alone(packed_product const& p, float const* x, range const& terms, std::ptrdiff_t panel,
                    std::uint32_t const* next, float* sums) {
  auto const in_cache = p.type == weight_type::f32 && p.layout.scales() <= words_in_cache;
  auto const tile = in_cache ? p.tiles.shared[p.m - 1] : p.tiles.lone[static_cast<std::size_t>(p.type)][p.m - 1];
  auto const few = distance(p.type) / panel_columns * p.layout.terms_of_word;
  auto const last = terms.size > tile_terms ? few : terms.size;
  auto const* const w = p.words_at(panel, terms.first);
  for (std::ptrdiff_t at = 0; at < terms.size;) {
    auto const rest = terms.size - at;
    auto const size = rest > last ? std::min(tile_terms, rest - last) : rest;
    auto const* const ahead = rest > last ? w + p.layout.words_of(at + last) : next;
    tile({x + at * p.m, w + p.layout.words_of(at), sums, size, ahead, 0, 0, at > 0});
    at += size;
  }
}

/// sums[m, 32] = or += x times some terms at w, in several rows of tiles, which share the fetching.
void multiply_stretch(packed_product const& p, float const* x, std::ptrdiff_t terms, std::uint32_t const* w,
                      std::uint32_t const* next, bool add, float* sums) {
  if (p.type != weight_type::f32) {
    auto* const wide = scratch<wide_weights>(tile_terms * panel_columns);
    p.tiles.expand[static_cast<std::size_t>(p.type)](w, terms, wide);
    w = reinterpret_cast<std::uint32_t const*>(wide);
  }
  constexpr std::ptrdiff_t line = 16;
  auto const count = p.row_tiles();
  auto const step = p.layout.words_of(term_step) / count;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    part const rows(p.m, count, i);
    p.tiles.shared[rows.size - 1]({x + rows.first * terms, w, sums + rows.first * panel_columns, terms,
                                   next + p.layout.words_of(terms) * i / count, parts_of(step, line), step, add});
  }
}

}  // namespace

void multiply_panels(packed_product const& p, float const* x, range const& terms, range const& panels,
                     std::uint32_t const* next, float* sums) {
  if (p.row_tiles() == 1) {
    for (std::ptrdiff_t i = 0; i < panels.size; ++i, sums += p.m * panel_columns)
      multiply_alone(p, x, terms, panels.first + i,
                     i + 1 < panels.size ? p.words_at(panels.first + i + 1, terms.first) : next, sums);
    return;
  }
  auto const count = parts_of(terms.size, tile_terms);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    auto const stretch = stretch_of(terms, i);
    // All panels in turn use this stretch of x, which therefore stays near.
    for (std::ptrdiff_t j = 0; j < panels.size; ++j) {
      auto const* following = next;
      if (j + 1 < panels.size)
        following = p.words_at(panels.first + j + 1, stretch.first);
      else if (i + 1 < count)
        following = p.words_at(panels.first, stretch_of(terms, i + 1).first);
      multiply_stretch(p, x, stretch.size, p.words_at(panels.first + j, stretch.first), following, i > 0,
                       sums + j * p.m * panel_columns);
    }
    x += stretch.size * p.m;
  }
}

}  // namespace shapeproof::cpu::detail
