// SPDX-License-Identifier: BSL-1.0
/// Products over packed weights: how they are handed out to threads, and which tiles they use.
#include "packed_product.hpp"
#include "parallel.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace shapeproof::cpu {
namespace detail {
namespace {

struct copy_of_x;       // the scratch for a part of x, as tiles read it,
struct sums_of_panels;  // and for a thread's sums

/// The floats of x that are used at a time, for all columns.
constexpr std::ptrdiff_t most_of_x = std::ptrdiff_t{1} << 20;

/// to = some terms of x as tiles read them, [row tiles][terms][rows of the tile]; zeros behind the last term.
void copy_x(packed_product const& p, range const& terms, float* to) {
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

/// What a thread computes at a time: several panels for several rows of tiles, one by one at the end, so that all
/// threads end together.
class panel_groups {
 public:
  panel_groups(packed_product const& p, std::ptrdiff_t threads)
      : panels_(p.layout.panels),
        whole_(p.row_tiles() == 1 ? 0 : std::max<std::ptrdiff_t>(panels_ - 4 * threads, 0) / most) {}

  auto count() const -> std::ptrdiff_t { return panels_ - whole_ * (most - 1); }
  auto operator[](std::ptrdiff_t index) const -> range {
    return index < whole_ ? range{index * most, most} : range{index + whole_ * (most - 1), 1};
  }

  static constexpr std::ptrdiff_t most = 4;

 private:
  std::ptrdiff_t panels_, whole_;
};

/// Calls before(i) for every i below `parts`, and then body(i, next) for every i below `count`, where `next` is what
/// the thread will do then, or i.
template <typename Before, typename Body>
void in_two_steps(int team, std::ptrdiff_t parts, Before const& before, std::ptrdiff_t count, Body const& body) {
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

/// y = or += x * w for some terms of k.
void multiply_terms(packed_product const& p, range const& terms) {
  auto const work = static_cast<std::size_t>(p.m * terms.size * p.n);
  auto const team = work < serial_work ? 1 : static_cast<int>(std::min<std::ptrdiff_t>(threads(), p.layout.panels));
  auto const in_place = p.m == 1 && p.k == p.layout.terms;
  auto* const copied = in_place ? nullptr : scratch<copy_of_x>(p.m * terms.size);
  auto const copy = [&](std::ptrdiff_t i) {
    auto const stretch = stretch_of(terms, i);
    copy_x(p, stretch, copied + (stretch.first - terms.first) * p.m);
  };
  auto const* const x = in_place ? p.x + terms.first : copied;
  panel_groups const groups(p, team);
  in_two_steps(team, in_place ? 0 : parts_of(terms.size, tile_terms), copy, groups.count(),
               [&](std::ptrdiff_t index, std::ptrdiff_t next) {
                 auto const panels = groups[index];
                 auto const size = p.m * panel_columns;
                 auto* const sums = scratch<sums_of_panels>(panel_groups::most * size);
                 multiply_panels(p, x, terms, panels, p.words_at(groups[next].first, terms.first), sums);
                 for (std::ptrdiff_t i = 0; i < panels.size; ++i)
                   write_panel(p, terms, panels.first + i, sums + i * size);
               });
}

void multiply(packed_product const& p) {
  auto const most = std::max(most_of_x / p.m / tile_terms, std::ptrdiff_t{1}) * tile_terms;
  for (std::ptrdiff_t first = 0; first < p.layout.terms; first += most)
    multiply_terms(p, {first, std::min(most, p.layout.terms - first)});
}

/// y = the epilogue of zeros.
void write_zeros(packed_product const& p) {
  auto* const sums = scratch<sums_of_panels>(p.m * panel_columns);
  for (std::ptrdiff_t panel = 0; panel < p.layout.panels; ++panel) {
    std::fill_n(sums, p.m * panel_columns, 0.0F);
    write_panel(p, {0, 0}, panel, sums);
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
                   std::size_t n, std::byte const* packed, weight_type type, epilogue const& then,
                   instruction_set set) {
  using detail::as_signed;
  if (m == 0 || n == 0) return;
  detail::packed_product const p = {detail::tiles_of(set),
                                    type,
                                    {k, n, type},
                                    reinterpret_cast<std::uint32_t const*>(packed),
                                    x,
                                    x_m,
                                    y,
                                    y_m,
                                    as_signed(m),
                                    as_signed(k),
                                    as_signed(n),
                                    then};
  if (k == 0) return detail::write_zeros(p);
  detail::multiply(p);
}

void packed_matmul(float const* x, std::ptrdiff_t x_m, float* y, std::ptrdiff_t y_m, std::size_t m, std::size_t k,
                   std::size_t n, std::byte const* packed, weight_type type, instruction_set set) {
  packed_matmul(x, x_m, y, y_m, m, k, n, packed, type, epilogue{}, set);
}

}  // namespace shapeproof::cpu
