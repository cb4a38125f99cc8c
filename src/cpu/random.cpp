// SPDX-License-Identifier: BSL-1.0
/// Random numbers in bulk: many Philox counters side by side, so that the compiler makes vectors of them.
#include "shapeproof/cpu/random.hpp"

#include "parallel.hpp"
#include "simd.hpp"

#include <bit>
#include <cmath>
#include <utility>

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

/// ln(x) for x in (0, 1], within 2 units in the last place: x = 2^n m with m between the roots of 1/2 and 2, and
/// ln(m) = 2 atanh((m - 1) / (m + 1)) by its series.
auto logarithm(float x) -> float {
  constexpr std::uint32_t root_half = 0x3F3504F3;
  auto const bits = std::bit_cast<uint32_t>(x) - root_half;
  auto const n = static_cast<float>(static_cast<std::int32_t>(bits) >> 23);
  auto const m = std::bit_cast<float>((bits & 0x7FFFFF) + root_half);
  auto const s = (m - 1.0F) / (m + 1.0F), s2 = s * s;
  auto const series = s2 * (2.0F / 3 + s2 * (2.0F / 5 + s2 * (2.0F / 7 + s2 * (2.0F / 9))));
  return n * 0.69314718F + (2.0F * s + s * series);
}

/// The root of x >= 0, by Newton's iteration for 1 / root(x): that of the library may set errno, which no vector can.
auto root(float x) -> float {
  auto y = std::bit_cast<float>(0x5F3759DF - (std::bit_cast<uint32_t>(x) >> 1));
  for (int i = 0; i < 3; ++i) y *= 1.5F - 0.5F * x * y * y;
  return x * y;
}

/// cos and sin of `word` / 2^32 turns, by their series within an eighth of a turn around the nearest quarter.
struct direction {
  float cosine, sine;

  explicit direction(uint32_t word) {
    auto const quarter = (word + (1U << 29)) >> 30;
    auto const x = static_cast<float>(static_cast<std::int32_t>(word - (quarter << 30))) * (1.57079633F * 0x1p-30F);
    auto const x2 = x * x;
    auto const s = x + x * x2 * (-1.0F / 6 + x2 * (1.0F / 120 + x2 * (-1.0F / 5040 + x2 * (1.0F / 362880))));
    auto const c =
        1.0F + x2 * (-0.5F + x2 * (1.0F / 24 + x2 * (-1.0F / 720 + x2 * (1.0F / 40320 - x2 * (1.0F / 3628800)))));
    auto const turned = (quarter & 1) != 0;
    auto const signed_by = [](float value, uint32_t bit) {
      return std::bit_cast<float>(std::bit_cast<uint32_t>(value) ^ (bit << 31));
    };
    cosine = signed_by(turned ? s : c, ((quarter + 1) >> 1) & 1);
    sine = signed_by(turned ? c : s, quarter >> 1);
  }
};

/// Two independent normal numbers for each two words: Box and Muller 1958.
void normal(uint32_t const (&one)[width], uint32_t const (&two)[width], float (&first)[width], float (&second)[width]) {
  for (size_t i = 0; i < width; ++i) {
    // Rounded to 24 digits, wherever they begin: small numbers, which become the tails, keep theirs.
    auto const radius = root(-2.0F * logarithm((static_cast<float>(one[i]) + 1.0F) * 0x1p-32F));
    direction const to(two[i]);
    first[i] = radius * to.cosine;
    second[i] = radius * to.sine;
  }
}

using row [[gnu::vector_size(width * 4), gnu::aligned(4), gnu::may_alias]] = float;

/// to = Size numbers of a, as many of b, and so on, from index First of both.
template <size_t First, size_t Size, size_t... Index>
void interleave(row const& a, row const& b, float* to, std::index_sequence<Index...>) {
  *reinterpret_cast<row*>(to) = __builtin_shufflevector(
      a, b, (First + Index / (2 * Size) * Size + Index % Size + (Index / Size % 2 == 0 ? 0 : width))...);
}

/// to[width, words] = from[words, width]; compilers find no such short way.
void transpose(float const (&from)[words][width], float (&to)[words * width]) {
  auto const at = [](float const* address) -> row const& { return *reinterpret_cast<row const*>(address); };
  auto const all = std::make_index_sequence<width>{};
  float pairs[words][width];
  interleave<0, 1>(at(from[0]), at(from[1]), pairs[0], all);
  interleave<width / 2, 1>(at(from[0]), at(from[1]), pairs[1], all);
  interleave<0, 1>(at(from[2]), at(from[3]), pairs[2], all);
  interleave<width / 2, 1>(at(from[2]), at(from[3]), pairs[3], all);
  interleave<0, 2>(at(pairs[0]), at(pairs[2]), to, all);
  interleave<width / 2, 2>(at(pairs[0]), at(pairs[2]), to + width, all);
  interleave<0, 2>(at(pairs[1]), at(pairs[3]), to + 2 * width, all);
  interleave<width / 2, 2>(at(pairs[1]), at(pairs[3]), to + 3 * width, all);
}

/// Fills `to` with numbers[4 i + w] = what make(block, numbers) makes of word w of the i-th counter.
template <typename Make>
void fill(float* to, size_t count, uint64_t seed, uint64_t stream, Make const& make) {
  auto const pieces = detail::parts_of(as_signed(count), as_signed(piece_counters * words));
  detail::parallel_for(pieces, count * words, [&](std::ptrdiff_t piece) {
    auto const first = static_cast<size_t>(piece) * piece_counters;
    auto const last = std::min(first + piece_counters, (count + words - 1) / words);
    for (auto counter = first; counter < last; counter += width) {
      float by_word[words][width];
      make(block(counter, seed, stream).word, by_word);
      float numbers[width * words];
      transpose(by_word, numbers);
      auto const begin = counter * words;
      std::copy_n(numbers, std::min(width * words, count - begin), to + begin);
    }
  });
}

}  // namespace

void fill_uniform(float* to, size_t count, uint64_t seed, uint64_t stream, float low, float high) {
  auto const span = high - low;
  auto const highest = std::nextafter(high, low);
  fill(to, count, seed, stream, [&](uint32_t const(&from)[words][width], float(&numbers)[words][width]) {
    for (size_t word = 0; word < words; ++word)
      for (size_t i = 0; i < width; ++i) numbers[word][i] = uniform(from[word][i], low, span, highest);
  });
}

void fill_normal(float* to, size_t count, uint64_t seed, uint64_t stream, float mean, float deviation) {
  fill(to, count, seed, stream, [&](uint32_t const(&from)[words][width], float(&numbers)[words][width]) {
    normal(from[0], from[1], numbers[0], numbers[1]);
    normal(from[2], from[3], numbers[2], numbers[3]);
    for (auto& row : numbers)
      for (auto& number : row) number = mean + deviation * number;
  });
}

}  // namespace shapeproof::cpu
