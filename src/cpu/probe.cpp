// SPDX-License-Identifier: BSL-1.0
/// The two rates that kernels are measured against: memory and multiply-adds.
#include "shapeproof/cpu/probe.hpp"

#include "parallel.hpp"
#include "simd.hpp"

#include <chrono>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;
using detail::lanes;
using detail::vector;

/// The sum of a piece, in enough chains to hide the latency of an addition.
auto sum_of_piece(float const* from, std::ptrdiff_t count) -> float {
  constexpr std::ptrdiff_t chains = 8;
  vector sums[chains] = {};
  std::ptrdiff_t i = 0;
  for (; i + chains * lanes <= count; i += chains * lanes)
    detail::unroll<chains>([&](auto chain) { sums[chain] += detail::load(from + i + chain * lanes); });
  detail::unroll<chains - 1>([&](auto chain) { sums[0] += sums[chain + 1]; });
  auto total = std::experimental::reduce(sums[0]);
  for (; i < count; ++i) total += from[i];
  return total;
}

/// The fewest multiply-adds in a row that keep the units of a core busy.
constexpr std::ptrdiff_t chains = 12;
constexpr std::ptrdiff_t turns = 100'000;

/// Runs `turns` times `chains` vectors of multiply-adds; returns something of all of them.
auto multiply_add_turns(float start) -> float {
  vector sums[chains];
  // Different from the start: the compiler would join equal chains.
  detail::unroll<chains>([&](auto chain) { sums[chain] = static_cast<float>(chain); });
  vector const factor = 0.999F, addend = start;
  for (std::ptrdiff_t i = 0; i < turns; ++i)
    detail::unroll<chains>([&](auto chain) { sums[chain] = sums[chain] * factor + addend; });
  detail::unroll<chains - 1>([&](auto chain) { sums[0] += sums[chain + 1]; });
  return std::experimental::reduce(sums[0]);
}

}  // namespace

float read_once(float const* from, std::size_t count) {
  constexpr std::ptrdiff_t most = std::ptrdiff_t{1} << 16;
  auto const pieces = detail::parts_of(as_signed(count), most);
  float total = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads()) reduction(+ : total)
  for (std::ptrdiff_t piece = 0; piece < pieces; ++piece) {
    detail::part const mine(as_signed(count), pieces, piece);
    total += sum_of_piece(from + mine.first, mine.size);
  }
  return total;
}

double multiply_add_rate(double seconds) {
  using clock = std::chrono::steady_clock;
  using duration = std::chrono::duration<double>;
  auto const begin = clock::now();
  double rounds = 0;
  float total = 0;
#pragma omp parallel num_threads(threads()) reduction(+ : rounds, total)
  do {
    total += multiply_add_turns(1.0F + total * 1e-30F);
    ++rounds;
  } while (duration(clock::now() - begin).count() < seconds);
  auto const elapsed = duration(clock::now() - begin).count();
  auto const done = rounds * static_cast<double>(turns) * static_cast<double>(chains) * static_cast<double>(lanes);
  return total == 0 ? 0 : done / elapsed;
}

}  // namespace shapeproof::cpu
