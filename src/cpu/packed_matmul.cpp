// SPDX-License-Identifier: BSL-1.0
/// Products over packed weights: how they are cut into tiles, and which tiles.
#include "packed_layout.hpp"
#include "packed_tiles.hpp"
#include "parallel.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace shapeproof::cpu {
namespace detail {
namespace {

struct copy_of_x;      // the scratch for a part of x, as tiles read it,
struct sums_of_panel;  // for a thread's sums
struct wide_weights;   // and for weights as floats

/// The terms of one tile: few enough that its weights stay in the first-level cache.
constexpr std::ptrdiff_t tile_terms = 192;

/// The floats of x that are used at a time, for all columns: few enough to be near.
constexpr std::ptrdiff_t most_of_x = std::ptrdiff_t{1} << 20;

/// How far ahead of a lone tile its weights are fetched, in words.
constexpr std::ptrdiff_t distance = 768;

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

  auto row_tiles() const -> std::ptrdiff_t { return parts_of(m, tiles.rows); }
};

/// to = some terms of x as tiles read them, [row tiles][terms][rows of the tile]; zeros behind the last term.
void copy_x(packed_product const& p, part const& terms, float* to) {
  auto const count = p.row_tiles();
  auto const in_x = std::min(terms.size, p.k - terms.first);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    part const rows(p.m, count, i);
    auto const* const from = p.x + rows.first * p.x_m + terms.first;
    for (std::ptrdiff_t k = 0; k < in_x; ++k)
      for (std::ptrdiff_t row = 0; row < rows.size; ++row) *to++ = from[row * p.x_m + k];
    to = std::fill_n(to, (terms.size - in_x) * rows.size, 0.0F);
  }
}

/// A few terms of a panel, and the words that are needed after them.
struct stretch {
  std::ptrdiff_t first, size;
  std::uint32_t const* w;
  std::uint32_t const* next;
};

/// sums[m, 32] = or += x times one stretch, in one row of tiles.
void multiply_alone(packed_product const& p, float const* x, stretch const& part_of_w, float* sums) {
  p.tiles.lone[static_cast<std::size_t>(p.type)][p.m - 1](
      {x + part_of_w.first * p.m, part_of_w.w, sums, part_of_w.size, part_of_w.next, 0, 0, part_of_w.first > 0});
}

/// The same in several rows of tiles, which share the fetching.
void multiply_shared(packed_product const& p, float const* x, stretch const& part_of_w, float* sums) {
  auto const count = p.row_tiles();
  auto const size = part_of_w.size;
  auto const* w = part_of_w.w;
  if (p.type != weight_type::f32) {
    auto* const wide = scratch<wide_weights>(tile_terms * panel_columns);
    p.tiles.expand[static_cast<std::size_t>(p.type)](w, size, wide);
    w = reinterpret_cast<std::uint32_t const*>(wide);
  }
  auto const step = p.layout.words_of(term_step) / count;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    part const rows(p.m, count, i);
    p.tiles.shared[rows.size - 1]({x + part_of_w.first * p.m + rows.first * size, w, sums + rows.first * panel_columns,
                                   size, part_of_w.next + p.layout.words_of(size) * i / count, (step + 15) / 16, step,
                                   part_of_w.first > 0});
  }
}

/// Stretch `index` of so many terms, all of which are about equally long.
auto stretch_of(std::ptrdiff_t terms, std::ptrdiff_t index) -> part {
  part result(terms / term_step, parts_of(terms, tile_terms), index);
  result.first *= term_step;
  result.size *= term_step;
  return result;
}

/// sums[m, 32] = x times the terms of a panel at w; then the terms at `next` are needed.
void multiply_panel(packed_product const& p, float const* x, std::ptrdiff_t terms, std::uint32_t const* w,
                    std::uint32_t const* next, float* sums) {
  if (p.row_tiles() == 1) {
    // The last words of a panel are a stretch of their own, so that the next panel can be fetched meanwhile.
    auto const last = std::min(distance / panel_columns * p.layout.terms_of_word, terms);
    auto const* const behind = w + p.layout.words_of(terms - last);
    if (terms > last) multiply_alone(p, x, {0, terms - last, w, w + p.layout.words_of(last)}, sums);
    return multiply_alone(p, x, {terms - last, last, behind, next}, sums);
  }
  auto const count = parts_of(terms, tile_terms);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    auto const stretch = stretch_of(terms, i);
    auto const* const here = w + p.layout.words_of(stretch.first);
    auto const* const following = i + 1 < count ? here + p.layout.words_of(stretch.size) : next;
    multiply_shared(p, x, {stretch.first, stretch.size, here, following}, sums);
  }
}

/// Calls before(i) for every i below `parts`, and then body(i, next) for every i below `count`, where `next` is what
/// the thread will do then, or i.
template <typename Before, typename Body>
void in_two_steps(std::size_t work, std::ptrdiff_t parts, Before const& before, std::ptrdiff_t count,
                  Body const& body) {
  auto const team = work < serial_work ? 1 : static_cast<int>(std::min<std::ptrdiff_t>(threads(), count));
  if (team == 1) {
    for (std::ptrdiff_t i = 0; i < parts; ++i) before(i);
    for (std::ptrdiff_t i = 0; i < count; ++i) body(i, std::min(i + 1, count - 1));
    return;
  }
  std::atomic<std::ptrdiff_t> prepared = 0, ready = 0, taken = 0;
#pragma omp parallel num_threads(team)
  {
    for (auto i = prepared++; i < parts; i = prepared++, ++ready) before(i);
    while (ready < parts) std::this_thread::yield();  // not a barrier: a thread may be long in waking up
    for (auto i = taken++; i < count;) {
      auto const next = taken++;
      body(i, next < count ? next : i);
      i = next;
    }
  }
}

/// Writes the sums of one panel to y, or adds them.
void write_back(packed_product const& p, std::ptrdiff_t panel, bool add, float const* sums) {
  auto const first = panel * panel_columns;
  auto const width = std::min(panel_columns, p.n - first);
  auto const* const scales = reinterpret_cast<float const*>(p.packed + p.layout.scales()) + first;
  auto const scale_of = [&](std::ptrdiff_t i) { return p.type == weight_type::int8 ? scales[i] : 1.0F; };
  auto const unit = p.type == weight_type::int8 ? 1 / int8_unit : 1.0F;
  for (std::ptrdiff_t row = 0; row < p.m; ++row, sums += panel_columns) {
    auto* const to = p.y + row * p.y_m + first;
    if (add)
      for (std::ptrdiff_t i = 0; i < width; ++i) to[i] += sums[i] * unit * scale_of(i);
    else
      for (std::ptrdiff_t i = 0; i < width; ++i) to[i] = sums[i] * unit * scale_of(i);
  }
}

/// y = or += x * w for some terms of k.
void multiply_terms(packed_product const& p, part const& terms) {
  auto* const x = scratch<copy_of_x>(p.m * terms.size);
  auto const copy = [&](std::ptrdiff_t i) {
    auto stretch = stretch_of(terms.size, i);
    auto* const to = x + stretch.first * p.m;
    stretch.first += terms.first;
    copy_x(p, stretch, to);
  };
  auto const work = static_cast<std::size_t>(p.m * terms.size * p.n);
  auto const at = [&](std::ptrdiff_t panel) {
    return p.packed + p.layout.panel(panel) + p.layout.words_of(terms.first);
  };
  in_two_steps(work, parts_of(terms.size, tile_terms), copy, p.layout.panels,
               [&](std::ptrdiff_t panel, std::ptrdiff_t next) {
                 auto* const sums = scratch<sums_of_panel>(p.m * panel_columns);
                 multiply_panel(p, x, terms.size, at(panel), at(next), sums);
                 write_back(p, panel, terms.first > 0, sums);
               });
}

void multiply(packed_product const& p) {
  auto const most = std::max(most_of_x / p.m / tile_terms, std::ptrdiff_t{1}) * tile_terms;
  for (std::ptrdiff_t first = 0; first < p.layout.terms; first += most) {
    part terms(std::min(most, p.layout.terms - first), 1, 0);
    terms.first = first;
    multiply_terms(p, terms);
  }
}

auto tiles_of(instruction_set set) -> tile_set const& {
#ifdef __x86_64__
  if (set == instruction_set::avx512) return avx512_tiles();
  if (set == instruction_set::avx2) return avx2_tiles();
#endif
  return portable_tiles();
}

}  // namespace
}  // namespace detail

bool supports(instruction_set set) {
#ifdef __x86_64__
  if (set == instruction_set::avx512) return __builtin_cpu_supports("avx512f") != 0;
  if (set == instruction_set::avx2) return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#endif
  return set == instruction_set::portable;
}

instruction_set best_instruction_set() {
  for (auto const set : {instruction_set::avx512, instruction_set::avx2})
    if (supports(set)) return set;
  return instruction_set::portable;
}

void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type, instruction_set set) {
  using detail::as_signed;
  if (m == 0 || n == 0) return;
  if (k == 0) {
    for (std::ptrdiff_t row = 0; row < as_signed(m); ++row) std::fill_n(y + row * y_m, n, 0.0F);
    return;
  }
  detail::multiply({detail::tiles_of(set),
                    type,
                    {k, n, type},
                    reinterpret_cast<std::uint32_t const*>(packed),
                    x,
                    x_m,
                    y,
                    y_m,
                    as_signed(m),
                    as_signed(k),
                    as_signed(n)});
}

}  // namespace shapeproof::cpu
