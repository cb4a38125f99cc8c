// SPDX-License-Identifier: BSL-1.0
/// An exponential that the compiler can turn into vector code.
#pragma once

#include <bit>
#include <cstdint>

namespace shapeproof::cpu::detail {

/// exp(x) for x <= 0, within 2 units in the last place above 2^-126; exactly 0 below -104; NaN for NaN.
///
/// exp(x) = 2^n exp(r) with n = round(x / ln 2) and |r| <= ln(2)/2, exp(r) by its Taylor polynomial.
inline auto exponential(float x) -> float {
  constexpr auto rounder = 12582912.0F;  // 1.5 * 2^23: adding it leaves no digits behind the point
  x = x < -104.0F ? -104.0F : x;
  auto const shifted = x * 1.44269504F + rounder;
  auto const n = shifted - rounder;
  auto const r = (x - n * 0.693359375F) - n * -2.12194440e-4F;  // ln 2 in two parts, the first one exact
  auto p = 1.0F / 5040;
  p = p * r + 1.0F / 720;
  p = p * r + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  // 2^n in two factors: 2^n alone is no normal number below -126.
  auto const exponent = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(shifted) - 0x4B400000U);
  auto const half = exponent >> 1;
  auto const power = [](std::int32_t e) { return std::bit_cast<float>((e + 127) << 23); };
  return p * power(half) * power(exponent - half);
}

}  // namespace shapeproof::cpu::detail
