// SPDX-License-Identifier: BSL-1.0
/// A contraction as matrix products: loops are merged and swapped first, then handed out to threads.
#include "shapeproof/cpu/contract.hpp"

#include "contract_parts.hpp"
#include "parallel.hpp"
#include "shapeproof/cpu/copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;

/// Multiply-adds that take as long as one elementary operation elsewhere.
constexpr std::size_t work_at_once = 8;

enum operand : std::size_t { left, right, target };

struct contraction {
  float const* a;
  float const* b;
  float* c;
  loop_nest<3> batch;
  loop<3> m, n;
  loop_nest<3> sums;  // the loops of k, innermost last
};

/// Moves batch loops into `side` where they continue it and the operand `absent` stands still: more rows for
/// one reading of b, or more columns for one of a.
void merge_batch(loop_nest<3>& batch, loop<3>& side, operand absent) {
  for (auto i = batch.rank; i-- > 0;) {
    auto outer = batch.at[i];
    if (outer.step[absent] != 0) continue;
    if (side.extent != 1) {
      if (!detail::joins(outer, side)) continue;
      auto const extent = outer.extent * side.extent;
      outer = side;
      outer.extent = extent;
    }
    side = outer;
    std::copy(batch.at + i + 1, batch.at + batch.rank, batch.at + i);
    --batch.rank;
  }
}

/// All loops of the sum, with the shortest steps of b innermost.
auto order_sums(loop<3> const& k, loop_nest<3> const& more_k) -> loop_nest<3> {
  auto sums = detail::collapse(more_k);
  sums.at[sums.rank++] = k;
  for (std::size_t i = 0; i < sums.rank; ++i) sums.at[i].step[target] = 0;
  for (std::size_t i = 1; i < sums.rank; ++i)
    for (auto j = i; j > 0 && std::abs(sums.at[j - 1].step[right]) < std::abs(sums.at[j].step[right]); --j)
      std::swap(sums.at[j - 1], sums.at[j]);
  return detail::collapse(sums);
}

void swap_operands(contraction& p) {
  auto const swap_steps = [](loop<3>& one) { std::swap(one.step[left], one.step[right]); };
  std::swap(p.a, p.b);
  std::swap(p.m, p.n);
  swap_steps(p.m);
  swap_steps(p.n);
  for (std::size_t i = 0; i < p.batch.rank; ++i) swap_steps(p.batch.at[i]);
  for (std::size_t i = 0; i < p.sums.rank; ++i) swap_steps(p.sums.at[i]);
}

/// Copies a so that k is its dense axis; the contraction then reads the copy, which is returned to be kept.
auto make_dense_in_k(contraction& p) -> std::vector<float> {
  loop_nest<2> loops;
  std::ptrdiff_t size = 1;
  auto const append = [&](loop<3>& one) {
    if (one.step[left] == 0) return;
    loops.at[loops.rank++] = {one.extent, {one.step[left], size}};
    one.step[left] = size;
    size *= as_signed(one.extent);
  };
  append(p.sums.at[0]);
  append(p.m);
  for (auto i = p.batch.rank; i-- > 0;) append(p.batch.at[i]);
  std::reverse(loops.at, loops.at + loops.rank);
  std::vector<float> dense(static_cast<std::size_t>(size));
  copy(p.a, dense.data(), sizeof(float), loops);
  p.a = dense.data();
  return dense;
}

/// How many parts the rows and the columns of every product are cut into.
struct grid {
  std::ptrdiff_t rows, columns;
};

/// Parts as large as the method takes, unless some threads would get none of them, or one more than others.
auto choose_grid(detail::method const& how, std::ptrdiff_t batches, std::ptrdiff_t m, std::ptrdiff_t n) -> grid {
  using detail::parts_of;
  auto const team = static_cast<std::ptrdiff_t>(threads());
  auto const column_tiles = parts_of(n, how.tile);
  grid result = {parts_of(m, how.rows), parts_of(column_tiles, how.column_tiles)};
  auto const tasks = batches * result.rows * result.columns;
  if (tasks >= 4 * team) return result;
  auto const rounded = parts_of(tasks, team) * team;
  result.columns = std::min(column_tiles, parts_of(rounded, batches * result.rows));
  if (batches * result.rows * result.columns < team)
    result.rows = std::min(parts_of(m, detail::tile_rows), parts_of(team, batches * result.columns));
  return result;
}

/// Computes one product for every turn of the loops of the sum but the innermost, each added to those before
/// it.
void multiply(detail::method const& how, detail::product p, loop_nest<3> const& more_k) {
  auto at = detail::cursor(more_k, 0);
  auto const all = detail::turns(more_k);
  auto const *a = p.a, *b = p.b;
  for (std::size_t i = 0; i < all; ++i, at.next()) {
    p.a = a + at.offset(left);
    p.b = b + at.offset(right);
    p.add = i > 0;
    how.multiply(p);
  }
}

void set_zero(contraction const& p) {
  detail::for_each_turn(p.batch, p.m.extent * p.n.extent, [&](auto const& at) {
    for (std::ptrdiff_t m = 0; m < as_signed(p.m.extent); ++m)
      for (std::ptrdiff_t n = 0; n < as_signed(p.n.extent); ++n)
        p.c[at.offset(target) + m * p.m.step[target] + n * p.n.step[target]] = 0;
  });
}

/// Hands out the parts of all the products of the batch.
void run(detail::method const& how, contraction const& p) {
  auto more_k = p.sums;
  auto const k = detail::take_innermost(more_k);
  auto const whole = detail::product{.a = p.a,
                                     .b = p.b,
                                     .c = p.c,
                                     .m = as_signed(p.m.extent),
                                     .n = as_signed(p.n.extent),
                                     .k = as_signed(k.extent),
                                     .a_m = p.m.step[left],
                                     .a_k = k.step[left],
                                     .b_k = k.step[right],
                                     .b_n = p.n.step[right],
                                     .c_m = p.m.step[target],
                                     .c_n = p.n.step[target],
                                     .add = false};
  auto const batches = as_signed(detail::turns(p.batch));
  auto const parts = choose_grid(how, batches, whole.m, whole.n);
  auto const tasks = parts.rows * parts.columns;
  auto const work = detail::turns(p.batch) * p.m.extent * p.n.extent * detail::turns(p.sums);
  detail::parallel_for(batches * tasks, work / work_at_once, [&](std::ptrdiff_t task) {
    auto const at = detail::cursor(p.batch, static_cast<std::size_t>(task / tasks));
    detail::part const rows(whole.m, parts.rows, task % parts.rows);
    detail::part const tiles(detail::parts_of(whole.n, how.tile), parts.columns, task % tasks / parts.rows);
    auto const column = tiles.first * how.tile;
    auto mine = whole.rows(rows.first, rows.size).columns(column, std::min(tiles.size * how.tile, whole.n - column));
    mine.a += at.offset(left);
    mine.b += at.offset(right);
    mine.c += at.offset(target);
    multiply(how, mine, more_k);
  });
}

/// Prepares dot products if the loops call for them: b dense along k only, and enough terms. May copy a.
auto prefer_dots(contraction& p, std::vector<float>& copied) -> bool {
  if (p.sums.rank == 0) return false;
  auto const k = p.sums.at[p.sums.rank - 1];
  auto const dense_columns = p.n.step[right] == 1 && p.n.extent > 1;
  if (k.step[right] != 1 || dense_columns || as_signed(k.extent) < detail::lanes) return false;
  if (k.step[left] == 1) return true;
  if (k.step[left] == 0 || p.sums.rank > 1 || p.batch.rank + 2 > max_rank) return false;
  copied = make_dense_in_k(p);
  return true;
}

}  // namespace

void contract(float const* a, float const* b, float* c, loop_nest<3> const& batch, loop<3> m, loop<3> n, loop<3> k,
              loop_nest<3> const& more_k) {
  m.step[right] = n.step[left] = 0;
  contraction p{a, b, c, detail::collapse(batch), m, n, order_sums(k, more_k)};
  if (detail::turns(p.batch) * m.extent * n.extent == 0) return;
  if (detail::turns(p.sums) == 0) return set_zero(p);
  merge_batch(p.batch, p.m, right);
  merge_batch(p.batch, p.n, left);
  auto const dense_rows = p.m.step[target] == 1 && p.n.step[target] != 1;
  if (p.m.extent > 1 && (p.n.extent == 1 || dense_rows)) swap_operands(p);

  if (p.n.extent == 1) p.n.step[right] = p.n.step[target] = 1;  // any step is right; this one is fast

  std::vector<float> copied;
  if (prefer_dots(p, copied)) return run(detail::in_dots, p);
  auto const few_rows = as_signed(p.m.extent) <= detail::in_place.rows;
  run(few_rows && p.n.step[right] == 1 ? detail::in_place : detail::packed, p);
}

}  // namespace shapeproof::cpu
