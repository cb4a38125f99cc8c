// SPDX-License-Identifier: BSL-1.0
/// Attention by online softmax: blocks of keys, and for each query the highest score and the sums so far.
#include "shapeproof/cpu/attend.hpp"

#include "attend_plan.hpp"
#include "parallel.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

namespace shapeproof::cpu {
namespace detail {
namespace {

struct memory_of_attend;  // the scratch of all threads at work

/// to[rows, vectors * Lanes] = scale * q, with zeros in the lanes of the last vector that the one before it has.
template <std::ptrdiff_t Lanes>
void copy_queries(attention<Lanes> const& a, query_tile const& t, float* to) {
  auto const width = a.head.count() * Lanes;
  auto const whole = width - Lanes * (a.head.overlap() > 0 ? 1 : 0);
  for_each_row(a, t, [&](std::ptrdiff_t row, std::ptrdiff_t from, std::ptrdiff_t) {
    auto* const x = to + row * width;
    auto const step = a.loops.component.step[0];
    for (std::ptrdiff_t i = 0; i < whole; ++i) x[i] = a.scale * t.q[from + i * step];
    for (std::ptrdiff_t i = whole; i < width; ++i) {
      auto const lane = i - whole;
      x[i] = lane < a.head.overlap() ? 0 : a.scale * t.q[from + (a.head.size - Lanes + lane) * step];
    }
  });
}

/// Rows whose elements lie side by side: those at `from`, or a copy of them at `copy`, which goes on behind it.
struct dense_rows {
  float const* at;
  std::ptrdiff_t step;
  dense_rows(float const* from, std::ptrdiff_t count, std::ptrdiff_t row_step, std::ptrdiff_t size,
             std::ptrdiff_t element_step, float*& copy)
      : at(from), step(row_step) {
    if (element_step == 1) return;
    for (std::ptrdiff_t row = 0; row < count; ++row)
      for (std::ptrdiff_t i = 0; i < size; ++i) copy[row * size + i] = from[row * row_step + i * element_step];
    at = copy;
    step = size;
    copy += count * size;
  }
};

/// Adds the keys [begin, end) of a tile to the state.
template <std::ptrdiff_t Lanes>
void add_keys(attention<Lanes> const& a, query_tile const& t, std::ptrdiff_t begin, std::ptrdiff_t end, float* memory,
              state const& so_far) {
  auto* const q = memory;
  auto const q_step = a.head.count() * Lanes;
  auto* const scores = q + t.rows * q_step;
  copy_queries(a, t, q);
  std::uninitialized_fill_n(so_far.softmax, t.rows, online_softmax{});
  std::fill_n(so_far.sums, t.rows * a.row_size(), 0.0F);
  for (auto key = begin; key < end; key += block_keys) {
    auto const count = std::min(block_keys, end - key);
    auto* copy = scores + t.rows * a.score_step;
    dense_rows const keys(t.keys + key * a.loops.key.step[0], count, a.loops.key.step[0], a.head.size,
                          a.loops.component.step[1], copy);
    dense_rows const values(t.values + key * a.loops.key.step[1], count, a.loops.key.step[1], a.mixed.size,
                            a.loops.mixed.step[0], copy);
    score<Lanes>({q, q_step, keys.at, keys.step, scores, a.score_step, count, a.head.size}, t.rows);
    for (std::ptrdiff_t row = 0; row < t.rows; ++row) {
      auto const seen = std::clamp<std::ptrdiff_t>(a.past + t.first + row / a.group + 1 - key, 0, count);
      auto const factor = so_far.softmax[row].add(scores + row * a.score_step, seen, count);
      auto* const sums = so_far.sums + row * a.row_size();
      if (factor != 1)
        for (std::ptrdiff_t i = 0; i < a.row_size(); ++i) sums[i] *= factor;
    }
    mix<Lanes>({scores, a.score_step, values.at, values.step, so_far.sums, a.row_size(), count, a.mixed.size}, t.rows);
  }
}

/// Divides the sums by the weights and writes them.
template <std::ptrdiff_t Lanes>
void write_out(attention<Lanes> const& a, query_tile const& t, state const& from) {
  for_each_row(a, t, [&](std::ptrdiff_t row, std::ptrdiff_t, std::ptrdiff_t to) {
    auto const sees_none = a.past + t.first + row / a.group < a.first;
    auto const factor = sees_none ? 0 : 1 / from.softmax[row].weight;
    auto const* const sums = from.sums + row * a.row_size();
    for (std::ptrdiff_t j = 0; j < a.mixed.count(); ++j)
      for (std::ptrdiff_t lane = 0; lane < Lanes; ++lane)
        t.out[to + (a.mixed.offset(j) + lane) * a.loops.mixed.step[1]] = sums[j * Lanes + lane] * factor;
  });
}

/// Joins two states of the same rows.
template <std::ptrdiff_t Lanes>
void join(attention<Lanes> const& a, std::ptrdiff_t rows, state const& to, state const& from) {
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    auto& mine = to.softmax[row];
    auto& other = from.softmax[row];
    auto const highest = std::max(mine.highest, other.highest);
    auto const my_factor = mine.rise(highest), other_factor = other.rise(highest);
    mine.weight += other.weight;
    for (auto i = row * a.row_size(); i < (row + 1) * a.row_size(); ++i)
      to.sums[i] = to.sums[i] * my_factor + from.sums[i] * other_factor;
  }
}

template <std::ptrdiff_t Lanes>
void run(attention<Lanes> const& a) {
  auto const tiles = a.shared * a.tiles, items = tiles * a.splits;
  auto const workers = std::min<std::ptrdiff_t>(threads(), tiles * a.most_splits);
  // As much for a few keys as for many, so that a longer past needs no new memory.
  auto* const states = scratch<memory_of_attend>((a.most_splits > 1 ? tiles * a.most_splits * a.state_size : 0) +
                                                 workers * a.worker_size);
  auto* const memory = states + (a.most_splits > 1 ? tiles * a.most_splits * a.state_size : 0);
  std::atomic<std::ptrdiff_t> taken = 0;
  parallel_for(workers, a.work(), [&](std::ptrdiff_t worker) {
    auto* const mine = memory + worker * a.worker_size;
    for (auto item = taken++; item < items; item = taken++) {
      auto const t = tile_at(a, item / a.splits);
      auto const seen = std::max(a.past + t.first + t.rows / a.group, a.first) - a.first;
      part const blocks(parts_of(seen, block_keys), a.splits, item % a.splits);
      auto const begin = a.first + blocks.first * block_keys;
      auto const end = std::min(begin + blocks.size * block_keys, a.first + seen);
      state const so_far(a.splits > 1 ? states + item * a.state_size : mine + a.worker_size - a.state_size, t.rows);
      add_keys(a, t, begin, end, mine, so_far);
      if (a.splits == 1) write_out(a, t, so_far);
    }
  });
  if (a.splits == 1) return;
  for (std::ptrdiff_t item = 0; item < tiles; ++item) {
    auto const t = tile_at(a, item);
    auto const at_split = [&](std::ptrdiff_t split) {
      return state(states + (item * a.splits + split) * a.state_size, t.rows);
    };
    for (std::ptrdiff_t split = 1; split < a.splits; ++split) join(a, t.rows, at_split(0), at_split(split));
    write_out(a, t, at_split(0));
  }
}

/// In the longest vectors that heads fill.
template <std::ptrdiff_t Lanes>
void run_in_vectors(float const* q, float const* keys, float const* values, float* out, attention_loops const& loops,
                    float scale) {
  if constexpr (Lanes > 1)
    if (as_signed(std::min(loops.component.extent, loops.mixed.extent)) < Lanes)
      return run_in_vectors<(Lanes > 4 ? Lanes / 2 : 1)>(q, keys, values, out, loops, scale);
  run(attention<Lanes>{q, keys, values, out, loops, scale});
}

}  // namespace
}  // namespace detail

void attend(float const* q, float const* keys, float const* values, float* out, attention_loops const& loops,
            float scale) {
  if (loops.key.extent < loops.query.extent)
    throw std::invalid_argument("attend: " + std::to_string(loops.key.extent) + " keys for " +
                                std::to_string(loops.query.extent) + " queries; each query needs its own key");
  if (loops.query.extent == 0 || detail::turns(loops.shared) == 0 || detail::turns(loops.group) == 0) return;
  detail::run_in_vectors<detail::lanes>(q, keys, values, out, loops, scale);
}

}  // namespace shapeproof::cpu
