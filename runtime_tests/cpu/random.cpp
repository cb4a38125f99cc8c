// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/random.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

namespace {

using words = std::array<std::uint32_t, 4>;

// The known answers that Random123 publishes; the last one's input is the digits of pi.
constexpr std::uint32_t all = 0xffffffff;
static_assert(cpu::philox({0, 0, 0, 0}, {0, 0}) == words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(cpu::philox({all, all, all, all}, {all, all}) == words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(cpu::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

auto normal(std::size_t count, std::uint64_t seed, std::uint64_t stream, float mean, float deviation)
    -> std::vector<float> {
  return naive::with_threads([&] {
    std::vector<float> result(count, 99);
    cpu::fill_normal(result.data(), count, seed, stream, mean, deviation);
    return result;
  });
}

auto filled(std::size_t count, std::uint64_t seed, std::uint64_t stream, float low, float high) -> std::vector<float> {
  return naive::with_threads([&] {
    std::vector<float> result(count, 99);
    cpu::fill_uniform(result.data(), count, seed, stream, low, high);
    return result;
  });
}

}  // namespace

TEST_CASE("fill_uniform is Philox, word by word, for any number of threads") {
  constexpr std::uint64_t seed = 0x0123456789abcdef, stream = 0xfedcba9876543210;
  for (auto const count : std::vector<std::size_t>{1, 2, 3, 5, 63, 64, 65, 1000, 70'001, 300'003}) {
    auto const result = filled(count, seed, stream, -0.5F, 0.25F);
    REQUIRE(result.size() == count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto const counter = static_cast<std::uint32_t>(i / 4);
      auto const word = cpu::philox({counter, 0, 0x76543210, 0xfedcba98}, {0x89abcdef, 0x01234567})[i % 4];
      auto const expected = static_cast<double>(word >> 8) * 0x1p-24 * 0.75 - 0.5;
      wrong += std::abs(static_cast<double>(result[i]) - expected) > 1e-7 ? 1 : 0;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("fill_uniform of a shorter row is the beginning of a longer one") {
  auto longer = filled(1000, 1, 2, 0, 1);
  auto const shorter = filled(333, 1, 2, 0, 1);
  longer.resize(333);
  CHECK(longer == shorter);
}

TEST_CASE("fill_uniform depends on the seed and on the stream") {
  auto const one = filled(8, 1, 2, 0, 1);
  CHECK(one != filled(8, 2, 2, 0, 1));
  CHECK(one != filled(8, 1, 3, 0, 1));
  CHECK(one != filled(8, std::uint64_t{1} << 32 | 1, 2, 0, 1));
}

TEST_CASE("fill_uniform stays below high, reaches both ends, and has the mean and variance of its interval") {
  constexpr std::size_t count = 200'000;
  auto const numbers = filled(count, 7, 0, -3, 5);
  double sum = 0, squares = 0;
  float least = 5, most = -3;
  for (auto const x : numbers) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
    least = std::min(least, x);
    most = std::max(most, x);
  }
  CHECK(least >= -3.0F);
  CHECK(most < 5.0F);
  CHECK(least < -2.99F);
  CHECK(most > 4.99F);
  auto const mean = sum / count;
  CHECK(std::abs(mean - 1) < 0.03);
  CHECK(std::abs(squares / count - mean * mean - 64.0 / 12) < 0.05);
}

TEST_CASE("fill_uniform never rounds up to high") {
  for (auto const x : filled(50'000, 3, 3, 1.0F, 1.0F + 0x1p-22F)) CHECK_UNARY(x >= 1.0F && x < 1.0F + 0x1p-22F);
}

TEST_CASE("fill_uniform of nothing writes nothing") {
  float untouched = 99;
  cpu::fill_uniform(&untouched, 0, 1, 2, 0, 1);
  CHECK(untouched == 99.0F);
}

TEST_CASE("fill_normal is Box and Muller of Philox, element by element, for any number of threads") {
  constexpr std::uint64_t seed = 0x0123456789abcdef, stream = 0xfedcba9876543210;
  for (auto const count : std::vector<std::size_t>{1, 2, 3, 5, 63, 64, 65, 1000, 300'003}) {
    auto const result = normal(count, seed, stream, 0, 1);
    REQUIRE(result.size() == count);
    double worst = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto const counter = static_cast<std::uint32_t>(i / 4);
      auto const random = cpu::philox({counter, 0, 0x76543210, 0xfedcba98}, {0x89abcdef, 0x01234567});
      auto const one = static_cast<double>(random[i % 4 / 2 * 2]), two = static_cast<double>(random[i % 4 / 2 * 2 + 1]);
      auto const radius = std::sqrt(-2 * std::log((one + 1) * 0x1p-32));
      auto const angle = two * 0x1p-31 * std::acos(-1.0);
      auto const expected = radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
      // The float nearest to a number just below 1 is off by 2^-25, which is much for the smallest radii.
      worst = std::max(worst, std::abs(static_cast<double>(result[i]) - expected) * radius / (1 + radius * radius));
    }
    CHECK(worst < 2e-7);
  }
}

TEST_CASE("fill_normal depends on the seed and on the stream, and a shorter row is the beginning of a longer one") {
  auto const one = normal(8, 1, 2, 0, 1);
  CHECK(one != normal(8, 2, 2, 0, 1));
  CHECK(one != normal(8, 1, 3, 0, 1));
  auto longer = normal(100, 1, 2, 0, 1);
  longer.resize(8);
  CHECK(longer == one);
}

TEST_CASE("fill_normal has the moments and the tails of a normal distribution, and neighbours do not correlate") {
  constexpr std::size_t count = 4'000'000;
  std::vector<float> numbers(count);
  cpu::fill_normal(numbers.data(), count, 11, 5, 3, 2);
  double sum = 0, squares = 0, cubes = 0, fourths = 0, neighbours = 0, before = 0;
  std::size_t beyond[5] = {};
  double largest = 0;
  for (auto const number : numbers) {
    auto const z = (static_cast<double>(number) - 3) / 2;
    sum += z;
    squares += z * z;
    cubes += z * z * z;
    fourths += z * z * z * z;
    neighbours += z * before;
    before = z;
    for (std::size_t i = 0; i < 5; ++i) beyond[i] += std::abs(z) > static_cast<double>(i) ? 1 : 0;
    largest = std::max(largest, std::abs(z));
  }
  auto const n = static_cast<double>(count);
  // Five standard errors each.
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2 / n));
  CHECK(std::abs(cubes / n) < 5 * std::sqrt(15 / n));
  CHECK(std::abs(fourths / n - 3) < 5 * std::sqrt(96 / n));
  CHECK(std::abs(neighbours / n) < 5 / std::sqrt(n));
  for (std::size_t i = 1; i < 5; ++i) {
    auto const expected = std::erfc(static_cast<double>(i) / std::sqrt(2.0));
    CHECK(std::abs(static_cast<double>(beyond[i]) / n - expected) < 5 * std::sqrt(expected / n));
  }
  CHECK(largest > 4.5);
  CHECK(largest < 6.7);
}

TEST_CASE("fill_normal of no deviation writes the mean, and of nothing nothing") {
  CHECK(normal(9, 1, 2, -4, 0) == std::vector<float>(9, -4.0F));
  float untouched = 99;
  cpu::fill_normal(&untouched, 0, 1, 2, 0, 1);
  CHECK(untouched == 99.0F);
}
