// SPDX-License-Identifier: BSL-1.0
/// One step of an online softmax.
#pragma once

#include "attend_tiles.hpp"
#include "exponential.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace shapeproof::cpu::detail {

template <std::ptrdiff_t Half, std::ptrdiff_t... I>
[[gnu::always_inline]] inline auto halves_exchanged(floats<lanes> const& x, std::integer_sequence<std::ptrdiff_t, I...>)
    -> floats<lanes> {
  return __builtin_shufflevector(x, x, (I ^ Half)...);
}

/// All lanes of x joined by op.
template <std::ptrdiff_t Half = lanes / 2, typename Op>
[[gnu::always_inline]] inline auto fold(floats<lanes> const& x, Op const& op) -> float {
  if constexpr (Half == 0)
    return x[0];
  else
    return fold<Half / 2>(op(x, halves_exchanged<Half>(x, std::make_integer_sequence<std::ptrdiff_t, lanes>{})), op);
}

/// What is known of a query's weights: they are relative to the highest score.
struct online_softmax {
  // No score is lower, and none that is -infinity makes a difference of infinities.
  float highest = std::numeric_limits<float>::lowest();
  float weight = 0;  // the sum of the weights

  /// The factor for what was summed before the highest score rose to `to`.
  auto rise(float to) -> float {
    if (to == highest) return 1;
    auto const factor = exponential(highest - to);
    highest = to;
    weight *= factor;
    return factor;
  }

  /// Turns the first `seen` scores into weights and the others, up to a whole vector of `count`, into zeros. Gives the
  /// factor for what was summed before.
  auto add(float* scores, std::ptrdiff_t seen, std::ptrdiff_t count) -> float {
    if (seen == 0) {
      std::fill_n(scores, count, 0.0F);
      return 1;
    }
    auto const width = parts_of(count, lanes) * lanes;
    std::fill(scores + seen, scores + width, -std::numeric_limits<float>::infinity());
    auto const higher = [](floats<lanes> const& a, floats<lanes> const& b) -> floats<lanes> { return a > b ? a : b; };
    auto top = at<lanes>(scores);
    for (auto i = lanes; i < width; i += lanes) top = higher(top, at<lanes>(scores + i));
    auto const factor = rise(std::max(highest, fold(top, higher)));
    floats<lanes> sum = {};
    auto const base = highest;  // a member might change with the scores, and stop the compiler
    for (std::ptrdiff_t i = 0; i < width; i += lanes) {
#pragma omp simd
      for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) scores[i + lane] = exponential(scores[i + lane] - base);
      sum += at<lanes>(scores + i);
    }
    weight += fold(sum, [](floats<lanes> const& a, floats<lanes> const& b) -> floats<lanes> { return a + b; });
    return factor;
  }
};

}  // namespace shapeproof::cpu::detail
