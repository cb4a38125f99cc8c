// SPDX-License-Identifier: BSL-1.0
/// How an attention is divided among threads, and what is kept of each part.
#pragma once

#include "attend_tiles.hpp"
#include "attend_weights.hpp"
#include "nest.hpp"
#include "shapeproof/cpu/attend.hpp"

#include <algorithm>
#include <cstddef>

namespace shapeproof::cpu::detail {

inline constexpr std::ptrdiff_t block_keys = 64;
/// Queries at a time, so that they and a block stay in the second-level cache.
inline constexpr std::ptrdiff_t most_rows = 64;
/// So few queries wait for memory: they may be split along the keys.
inline constexpr std::ptrdiff_t few_rows = 8;
inline constexpr std::ptrdiff_t enough_items = 32;
inline constexpr std::ptrdiff_t keys_worth_a_split = 256;
inline constexpr std::size_t exponential_work = 8;  // in additions

/// What is known of some rows: the softmax of each, and its sums of weights times values.
struct state {
  static constexpr auto softmax_size = as_signed(sizeof(online_softmax) / sizeof(float));
  online_softmax* softmax;
  float* sums;
  state(float* memory, std::ptrdiff_t rows)
      : softmax(reinterpret_cast<online_softmax*>(memory)), sums(memory + rows * softmax_size) {}
};

/// An attention, and how it is divided: items are turns of `shared` times tiles of queries times splits of the keys.
template <std::ptrdiff_t Lanes>
struct attention {
  float const *q, *keys, *values;
  float* out;
  attention_loops const& loops;
  float scale;

  std::ptrdiff_t queries = as_signed(loops.query.extent), past = as_signed(loops.key.extent) - queries;
  std::ptrdiff_t first = std::min(as_signed(loops.first), past + queries);
  std::ptrdiff_t group = as_signed(turns(loops.group)), shared = as_signed(turns(loops.shared));
  row_cover<Lanes> head{as_signed(loops.component.extent)}, mixed{as_signed(loops.mixed.extent)};
  std::ptrdiff_t tiles = parts_of(queries, std::max<std::ptrdiff_t>(most_rows / group, 1));
  std::ptrdiff_t rows = parts_of(queries, tiles) * group;  // of a tile, at most
  std::ptrdiff_t most_splits = rows <= few_rows ? std::max<std::ptrdiff_t>(enough_items / (shared * tiles), 1) : 1;
  std::ptrdiff_t splits = std::clamp<std::ptrdiff_t>((past + queries - first) / keys_worth_a_split, 1, most_splits);

  // The state of a tile: for each row its softmax, and its sums in whole vectors.
  std::ptrdiff_t state_size = rows * (row_size() + state::softmax_size);
  std::ptrdiff_t copy_size =
      block_keys * ((loops.component.step[1] != 1 ? head.size : 0) + (loops.mixed.step[0] != 1 ? mixed.size : 0));
  std::ptrdiff_t score_step = block_keys + lanes;
  std::ptrdiff_t worker_size = rows * (head.count() * Lanes + score_step) + copy_size + state_size;

  auto row_size() const -> std::ptrdiff_t { return mixed.count() * Lanes; }
  auto work() const -> std::size_t {
    return static_cast<std::size_t>(shared * group * queries * (past + queries - first)) *
           (loops.component.extent + loops.mixed.extent + exponential_work);
  }
};

/// Some queries of one turn of `shared`, and the keys that they are to see. Row r is query first + r / group.
struct query_tile {
  std::ptrdiff_t first, rows;
  float const *q, *keys, *values;
  float* out;
};

template <std::ptrdiff_t Lanes>
auto tile_at(attention<Lanes> const& a, std::ptrdiff_t item) -> query_tile {
  part const queries(a.queries, a.tiles, item % a.tiles);
  cursor const turn(a.loops.shared, static_cast<std::size_t>(item / a.tiles));
  return {queries.first,
          queries.size * a.group,
          a.q + turn.offset(0) + queries.first * a.loops.query.step[0],
          a.keys + turn.offset(1),
          a.values + turn.offset(2),
          a.out + turn.offset(3) + queries.first * a.loops.query.step[1]};
}

/// Calls body(row, offset in q, offset in out).
template <std::ptrdiff_t Lanes, typename Body>
void for_each_row(attention<Lanes> const& a, query_tile const& t, Body const& body) {
  cursor turn(a.loops.group, 0);
  for (std::ptrdiff_t g = 0; g < a.group; ++g, turn.next())
    for (std::ptrdiff_t row = g, l = 0; row < t.rows; row += a.group, ++l)
      body(row, turn.offset(0) + l * a.loops.query.step[0], turn.offset(1) + l * a.loops.query.step[1]);
}

}  // namespace shapeproof::cpu::detail
