// SPDX-License-Identifier: BSL-1.0
/// Work handed out to threads, piece by piece.
#pragma once

#include "nest.hpp"
#include "shapeproof/cpu/threads.hpp"

#include <algorithm>
#include <cstddef>

namespace shapeproof::cpu::detail {

/// Below this many elementary operations a fork costs more than it saves.
inline constexpr std::size_t serial_work = std::size_t{1} << 17;

/// Calls body(i) for every i below `count`; in threads if `work` elementary operations are worth it.
template <typename Body>
void parallel_for(std::ptrdiff_t count, std::size_t work, Body const& body) {
  auto const team = static_cast<int>(std::min<std::ptrdiff_t>(threads(), count));
  if (team <= 1 || work < serial_work) {
    for (std::ptrdiff_t i = 0; i < count; ++i) body(i);
    return;
  }
#pragma omp parallel for schedule(dynamic) num_threads(team)
  for (std::ptrdiff_t i = 0; i < count; ++i) body(i);
}

/// Calls body(cursor) for every turn of the nest, each of which is `work` elementary operations.
template <std::size_t Operands, typename Body>
void for_each_turn(loop_nest<Operands> const& loops, std::size_t work, Body const& body) {
  auto const all = as_signed(turns(loops));
  if (all == 0) return;
  auto const most = as_signed(std::max<std::size_t>(serial_work / 8 / std::max<std::size_t>(work, 1), 1));
  auto const pieces = parts_of(all, most);
  parallel_for(pieces, static_cast<std::size_t>(all) * work, [&](std::ptrdiff_t piece) {
    part const mine(all, pieces, piece);
    auto at = cursor(loops, static_cast<std::size_t>(mine.first));
    for (std::ptrdiff_t i = 0; i < mine.size; ++i, at.next()) body(at);
  });
}

/// Calls body(cursor, innermost loop) over all elements of the nest; long innermost loops come in pieces.
template <std::size_t Operands, typename Body>
void for_each_run(loop_nest<Operands> const& loops, std::size_t work, Body const& body) {
  constexpr auto longest = std::size_t{1} << 14;
  auto outer = collapse(loops);
  auto const inner = take_innermost(outer);
  auto pieces = inner;
  pieces.extent = inner.extent / longest + (inner.extent % longest != 0 ? 1 : 0);
  for (auto& step : pieces.step) step *= as_signed(longest);
  outer.at[outer.rank++] = pieces;
  for_each_turn(outer, std::min(inner.extent, longest) * work, [&](auto const& at) {
    auto run = inner;
    run.extent = std::min(longest, inner.extent - at.position(outer.rank - 1) * longest);
    body(at, run);
  });
}

}  // namespace shapeproof::cpu::detail
