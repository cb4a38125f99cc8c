// SPDX-License-Identifier: BSL-1.0
/// A complementary error function that the compiler can turn into vector code.
#pragma once

#include "exponential.hpp"

#include <bit>
#include <cstdint>

namespace shapeproof::cpu::detail {

/// erfc(z) for z >= 0, within 1e-6 of its value where that is a normal number; NaN for NaN.
///
/// t exp(p(t) - z^2) with t = 1 / (1 + z/2), p by its Chebyshev coefficients: Press, Teukolsky, Vetterling and
/// Flannery, "Numerical Recipes", 2nd edition, 1992, section 6.2.
inline auto complementary_error(float z) -> float {
  z = z > 12.0F ? 12.0F : z;  // erfc is 0 in floats from 10.1 on
  auto const t = 1.0F / (1.0F + 0.5F * z);
  constexpr float coefficients[] = {0.17087277F,  -0.82215223F, 1.48851587F, -1.13520398F, 0.27886807F,
                                    -0.18628806F, 0.09678418F,  0.37409196F, 1.00002368F,  -1.26551223F};
  auto p = coefficients[0];
  for (int i = 1; i < 10; ++i) p = p * t + coefficients[i];
  // z^2 in two parts, the first one exact: exp multiplies an error by the size of its exponent.
  auto const head = std::bit_cast<float>(std::bit_cast<std::uint32_t>(z) & 0xFFFFF000U);
  return t * exponential(-head * head) * exponential(p - (z - head) * (z + head));
}

}  // namespace shapeproof::cpu::detail
