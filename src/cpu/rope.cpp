// SPDX-License-Identifier: BSL-1.0
/// Rotations of pairs.
#include "shapeproof/cpu/rope.hpp"

#include "parallel.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace shapeproof::cpu {
namespace {

/// What a thread's last table holds.
struct held_rows {
  std::size_t pairs = 0;
  float base = 0;
  std::vector<std::size_t> positions;
  std::vector<float> cosine, sine;
};

constexpr auto no_position = std::numeric_limits<std::size_t>::max();
constexpr std::size_t rotation_work = 8;  // of one pair, in additions

struct operands {
  float const* x;
  float* to;
  float const* cosine;
  float const* sine;
};

/// Rotates `count` pairs that lie `Step` elements apart, or as the loop says.
template <std::ptrdiff_t Step>
void rotate_run(operands const& at, loop<3> const& run, std::ptrdiff_t x_component, std::ptrdiff_t to_component) {
  auto const x_step = Step > 0 ? Step : run.step[0];
  auto const to_step = Step > 0 ? Step : run.step[1];
  auto const table_step = Step > 0 ? 1 : run.step[2];
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < detail::as_signed(run.extent); ++i) {
    auto const* const x = at.x + i * x_step;
    auto* const to = at.to + i * to_step;
    auto const turn = i * table_step;
    auto const first = x[0], second = x[x_component];
    to[0] = first * at.cosine[turn] - second * at.sine[turn];
    to[to_component] = second * at.cosine[turn] + first * at.sine[turn];
  }
}

}  // namespace

void rotation(std::size_t position, std::size_t pairs, float base, float* cosine, float* sine) {
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    double const share = static_cast<double>(pair) / static_cast<double>(pairs);
    double const angle = static_cast<double>(position) * std::pow(static_cast<double>(base), -share);
    cosine[pair] = static_cast<float>(std::cos(angle));
    sine[pair] = static_cast<float>(std::sin(angle));
  }
}

rotation_table::rotation_table(std::size_t rows, std::size_t pairs, float base) : pairs_(pairs), base_(base) {
  thread_local held_rows held;
  if (held.pairs != pairs || held.base != base) held.positions.clear();
  held.pairs = pairs;
  held.base = base;
  if (held.positions.size() < rows) {
    held.cosine.resize(rows * pairs);
    held.sine.resize(rows * pairs);
    held.positions.resize(rows, no_position);  // last: it says how many rows there are
  }
  cosine_ = held.cosine.data();
  sine_ = held.sine.data();
  positions_ = held.positions.data();
}

void rotation_table::set(std::size_t row, std::size_t position) {
  if (positions_[row] == position) return;
  rotation(position, pairs_, base_, cosine_ + row * pairs_, sine_ + row * pairs_);
  positions_[row] = position;
}

void rotate_pairs(float const* x, float* to, float const* cosine, float const* sine, loop_nest<3> const& loops,
                  std::ptrdiff_t x_component, std::ptrdiff_t to_component) {
  auto outer = loops;
  auto const run = detail::take_innermost(outer);
  auto const x_step = run.step[0];
  auto const dense = run.step[2] == 1 && x_step == run.step[1];
  detail::for_each_turn(outer, run.extent * rotation_work, [&](auto const& turn) {
    operands const at = {x + turn.offset(0), to + turn.offset(1), cosine + turn.offset(2), sine + turn.offset(2)};
    if (dense && x_step == 1)
      rotate_run<1>(at, run, x_component, to_component);  // pairs half an axis apart
    else if (dense && x_step == 2 && x_component == 1 && to_component == 1)
      rotate_run<2>(at, run, 1, 1);  // side by side
    else
      rotate_run<0>(at, run, x_component, to_component);
  });
}

}  // namespace shapeproof::cpu
