// SPDX-License-Identifier: BSL-1.0
/// Sums, maxima and softmax, one row at a time.
#include "shapeproof/cpu/reduce.hpp"

#include "exponential.hpp"
#include "parallel.hpp"
#include "rows.hpp"

#include <limits>
#include <stdexcept>
#include <string>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;

struct input;   // the scratch of a row that is read
struct output;  // and of one that is written

/// What one exponential costs, in additions.
constexpr std::size_t exponential_work = 8;

auto maximum_or_nan(float const* from, std::ptrdiff_t count) -> float {
  int unordered = 0;
#pragma omp simd reduction(| : unordered)
  for (std::ptrdiff_t i = 0; i < count; ++i) unordered |= from[i] != from[i] ? 1 : 0;
  return unordered != 0 ? std::numeric_limits<float>::quiet_NaN() : detail::maximum(from, count);
}

/// to = softmax of the first `seen` elements of from, then zeros up to `count`; to may be from.
void softmax_row(float const* from, float* to, std::ptrdiff_t seen, std::ptrdiff_t count) {
  auto const highest = detail::maximum(from, seen);
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < seen; ++i) to[i] = detail::exponential(from[i] - highest);
  auto const factor = static_cast<float>(1 / detail::sum(to, seen));
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < seen; ++i) to[i] *= factor;
  for (auto i = seen; i < count; ++i) to[i] = 0;
}

void softmax_row(float const* from, float* to, std::ptrdiff_t seen, loop<2> const& axis) {
  auto const count = as_signed(axis.extent);
  auto const* row = detail::dense<input>(from, seen, axis.step[0]);
  detail::write_row<output>(to, count, axis.step[1], [&](float* out) { softmax_row(row, out, seen, count); });
}

}  // namespace

void reduce(reduction op, float const* a, float* c, loop_nest<2> const& outer, loop<2> axis) {
  auto const count = as_signed(axis.extent);
  detail::for_each_turn(outer, axis.extent + 1, [&](auto const& at) {
    auto const* row = detail::dense<input>(a + at.offset(0), count, axis.step[0]);
    c[at.offset(1)] = op == reduction::sum ? static_cast<float>(detail::sum(row, count)) : maximum_or_nan(row, count);
  });
}

void softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> axis) {
  detail::for_each_turn(outer, axis.extent * exponential_work, [&](auto const& at) {
    softmax_row(a + at.offset(0), c + at.offset(1), as_signed(axis.extent), axis);
  });
}

void causal_softmax(float const* a, float* c, loop_nest<2> const& outer, loop<2> query, loop<2> key) {
  if (key.extent < query.extent)
    throw std::invalid_argument("causal_softmax: " + std::to_string(key.extent) + " keys for " +
                                std::to_string(query.extent) + " queries; each query needs its own key");
  auto const past = key.extent - query.extent;
  auto queries = outer;
  auto const rank = queries.rank;
  queries.at[queries.rank++] = query;
  detail::for_each_turn(queries, key.extent * exponential_work, [&](auto const& at) {
    auto const seen = as_signed(past + at.position(rank) + 1);
    softmax_row(a + at.offset(0), c + at.offset(1), seen, key);
  });
}

}  // namespace shapeproof::cpu
