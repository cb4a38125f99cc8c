// SPDX-License-Identifier: BSL-1.0
/// Random numbers by counter: element i does not depend on who computes it, or when.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace shapeproof::cpu {

/// Philox4x32-10: four words of randomness for each counter and key.
///
/// Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. The first element of
/// each array is the lowest word.
constexpr auto philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
    -> std::array<std::uint32_t, 4> {
  for (int round = 0; round < 10; ++round) {
    auto const first = std::uint64_t{0xD2511F53} * counter[0];
    auto const second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// Fills `to` with numbers uniform in [low, high), multiples of (high - low) / 2^24 before rounding.
///
/// Element i depends on (seed, stream, i) only, never on `count` or on the number of threads. Requires finite
/// low < high.
void fill_uniform(float* to, std::size_t count, std::uint64_t seed, std::uint64_t stream, float low, float high);

/// Fills `to` with normal numbers of this mean and standard deviation: Box and Muller, "A note on the generation of
/// random normal deviates", 1958.
///
/// Element i depends on (seed, stream, i) only, as with `fill_uniform`; compilers may differ in its last digit. No
/// number is farther than 6.7 deviations from the mean: one in 5e10 should be. Requires finite numbers, deviation >= 0.
void fill_normal(float* to, std::size_t count, std::uint64_t seed, std::uint64_t stream, float mean, float deviation);

}  // namespace shapeproof::cpu
