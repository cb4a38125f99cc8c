// SPDX-License-Identifier: BSL-1.0
/// Normalisations, one row at a time; moments are kept in double.
#include "shapeproof/cpu/normalize.hpp"

#include "parallel.hpp"
#include "rows.hpp"

#include <cmath>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;

struct input;   // the scratch of a row that is read
struct output;  // and of one that is written
struct gain;    // and of the parameters
struct shift;

/// The mean of (x - center)^2 over a dense row.
auto mean_square(float const* x, std::ptrdiff_t count, double center) -> double {
  double total = 0;
#pragma omp simd reduction(+ : total)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    auto const distance = static_cast<double>(x[i]) - center;
    total += distance * distance;
  }
  return total / static_cast<double>(count);
}

}  // namespace

void layer_norm(float const* x, float const* gamma, float const* beta, float* c, loop_nest<2> const& outer,
                loop<4> axis, float epsilon) {
  auto const count = as_signed(axis.extent);
  detail::for_each_turn(outer, axis.extent * 4, [&](auto const& at) {
    auto const* row = detail::dense<input>(x + at.offset(0), count, axis.step[0]);
    auto const* factor = detail::dense<gain>(gamma, count, axis.step[1]);
    auto const* addend = detail::dense<shift>(beta, count, axis.step[2]);
    auto const mean = detail::sum(row, count) / static_cast<double>(count);
    auto const variance = mean_square(row, count, mean);
    auto const inverse = static_cast<float>(1 / std::sqrt(variance + static_cast<double>(epsilon)));
    detail::write_row<output>(c + at.offset(1), count, axis.step[3], [&](float* to) {
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        auto const distance = static_cast<float>(static_cast<double>(row[i]) - mean);
        to[i] = distance * inverse * factor[i] + addend[i];
      }
    });
  });
}

void rms_norm(float const* x, float const* gamma, float* c, loop_nest<2> const& outer, loop<3> axis, float epsilon) {
  auto const count = as_signed(axis.extent);
  detail::for_each_turn(outer, axis.extent * 3, [&](auto const& at) {
    auto const* row = detail::dense<input>(x + at.offset(0), count, axis.step[0]);
    auto const* factor = detail::dense<gain>(gamma, count, axis.step[1]);
    auto const square = mean_square(row, count, 0);
    auto const inverse = static_cast<float>(1 / std::sqrt(square + static_cast<double>(epsilon)));
    detail::write_row<output>(c + at.offset(1), count, axis.step[2], [&](float* to) {
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = row[i] * inverse * factor[i];
    });
  });
}

}  // namespace shapeproof::cpu
