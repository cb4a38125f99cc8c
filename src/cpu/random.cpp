// SPDX-License-Identifier: BSL-1.0
/// Uniform numbers in bulk: many Philox counters side by side, so that the compiler makes vectors of them.
#include "shapeproof/cpu/random.hpp"

#include "parallel.hpp"
#include "simd.hpp"

#include <cmath>

namespace shapeproof::cpu {
namespace {

using detail::as_signed;
using std::size_t;
using std::uint32_t;
using std::uint64_t;

constexpr size_t words = 4;   // of one counter
constexpr size_t width = 16;  // counters side by side
constexpr size_t piece_counters = 1 << 14;

/// The words of counters first, first + 1, ..., first + width - 1 of one stream: `philox`, each round for all
/// counters at once.
struct block {
  uint32_t word[words][width];

  block(uint64_t first, uint64_t seed, uint64_t stream) {
    for (size_t i = 0; i < width; ++i) {
      word[0][i] = static_cast<uint32_t>(first + i);
      word[1][i] = static_cast<uint32_t>((first + i) >> 32);
      word[2][i] = static_cast<uint32_t>(stream);
      word[3][i] = static_cast<uint32_t>(stream >> 32);
    }
    auto key_low = static_cast<uint32_t>(seed), key_high = static_cast<uint32_t>(seed >> 32);
    detail::unroll<10>([&](auto) {
      uint32_t low[2][width], high[2][width];
      for (size_t i = 0; i < width; ++i) {
        auto const one = uint64_t{0xD2511F53} * word[0][i];
        low[0][i] = static_cast<uint32_t>(one);
        high[0][i] = static_cast<uint32_t>(one >> 32);
      }
      for (size_t i = 0; i < width; ++i) {
        auto const two = uint64_t{0xCD9E8D57} * word[2][i];
        low[1][i] = static_cast<uint32_t>(two);
        high[1][i] = static_cast<uint32_t>(two >> 32);
      }
      for (size_t i = 0; i < width; ++i) word[0][i] = high[1][i] ^ word[1][i] ^ key_low;
      for (size_t i = 0; i < width; ++i) word[2][i] = high[0][i] ^ word[3][i] ^ key_high;
      for (size_t i = 0; i < width; ++i) word[1][i] = low[1][i];
      for (size_t i = 0; i < width; ++i) word[3][i] = low[0][i];
      key_low += 0x9E3779B9;
      key_high += 0xBB67AE85;
    });
  }
};

/// The upper 24 bits of a word as a number in [0, 1), spread over [low, low + span), never at or above
/// `below`.
auto uniform(uint32_t word, float low, float span, float below) -> float {
  auto const value = static_cast<float>(static_cast<std::int32_t>(word >> 8)) * 0x1p-24F * span + low;
  return value < below ? value : below;
}

}  // namespace

void fill_uniform(float* to, size_t count, uint64_t seed, uint64_t stream, float low, float high) {
  auto const span = high - low;
  auto const highest = std::nextafter(high, low);
  auto const pieces = detail::parts_of(as_signed(count), as_signed(piece_counters * words));
  detail::parallel_for(pieces, count * words, [&](std::ptrdiff_t piece) {
    auto const first = static_cast<size_t>(piece) * piece_counters;
    auto const last = std::min(first + piece_counters, (count + words - 1) / words);
    for (auto counter = first; counter < last; counter += width) {
      block const random(counter, seed, stream);
      float numbers[width * words];
      for (size_t i = 0; i < width; ++i)
        for (size_t word = 0; word < words; ++word)
          numbers[i * words + word] = uniform(random.word[word][i], low, span, highest);
      auto const begin = counter * words;
      std::copy_n(numbers, std::min(width * words, count - begin), to + begin);
    }
  });
}

}  // namespace shapeproof::cpu
