// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/packed.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstring>

namespace cpu = shapeproof::cpu;

namespace {

using cpu::instruction_set;
using cpu::weight_type;
using step = std::ptrdiff_t;

auto sets_here() -> std::vector<instruction_set> {
  std::vector<instruction_set> result;
  for (auto const set : {instruction_set::portable, instruction_set::avx2, instruction_set::avx512})
    if (cpu::supports(set)) result.push_back(set);
  return result;
}

struct problem {
  std::size_t m, k, n;
  weight_type type = weight_type::f32;
  bool transposed = false;           // w is [n, k] in memory
  std::size_t x_gap = 0, y_gap = 0;  // elements between rows
  std::size_t w_gap = 0;             // and between rows or columns of w

  auto x_m() const -> std::size_t { return k + x_gap; }
  auto y_m() const -> std::size_t { return n + y_gap; }
  auto w_k() const -> std::size_t { return transposed ? 1 : n + w_gap; }
  auto w_n() const -> std::size_t { return transposed ? k + w_gap : 1; }
};

auto packed(problem const& p, std::vector<float> const& w) -> cpu::packed_memory {
  auto result = cpu::allocate_packed(cpu::packed_size(p.k, p.n, p.type));
  cpu::pack(p.type, w.data(), static_cast<step>(p.w_k()), static_cast<step>(p.w_n()), p.k, p.n, result.get());
  return result;
}

/// y, where 99 stands for what is not written; empty if it depends on the number of threads.
auto multiply(problem const& p, std::vector<float> const& x, cpu::packed_memory const& w, instruction_set set)
    -> std::vector<float> {
  return naive::with_threads([&] {
    std::vector<float> y(p.m * p.y_m() + 1, 99);
    cpu::packed_matmul(x.data(), static_cast<step>(p.x_m()), y.data(), static_cast<step>(p.y_m()), p.m, p.k, p.n,
                       w.get(), p.type, set);
    return y;
  });
}

/// What a weight may be wrong by, for the largest of its column.
auto error_of_weight(weight_type type, double weight, double largest) -> double {
  if (type == weight_type::bf16) return std::abs(weight) * 0x1p-8;
  return type == weight_type::int8 ? largest / 127 / 2 * (1 + 2e-5) : 0;
}

/// The largest error of any element, where 1 is what it may be; infinite where something else was written.
auto error_of(problem const& p, std::vector<float> const& x, std::vector<float> const& w, std::vector<float> const& y)
    -> double {
  auto rest = y;
  double worst = y.size() == p.m * p.y_m() + 1 ? 0 : HUGE_VAL;
  for (std::size_t n = 0; n < p.n && worst < HUGE_VAL; ++n) {
    auto const weight = [&](std::size_t k) { return static_cast<double>(w[k * p.w_k() + n * p.w_n()]); };
    double largest = 0;
    for (std::size_t k = 0; k < p.k; ++k) largest = std::max(largest, std::abs(weight(k)));
    for (std::size_t m = 0; m < p.m; ++m) {
      double sum = 0, allowed = 0;
      for (std::size_t k = 0; k < p.k; ++k) {
        auto const factor = static_cast<double>(x[m * p.x_m() + k]);
        sum += factor * weight(k);
        allowed += std::abs(factor) * (std::abs(weight(k)) * 1e-6 + error_of_weight(p.type, weight(k), largest));
      }
      auto const error = std::abs(static_cast<double>(y[m * p.y_m() + n]) - sum);
      worst = std::max(worst, error == 0 ? 0 : error / allowed);
      rest[m * p.y_m() + n] = 99;
    }
  }
  return naive::distance(rest, std::vector<float>(rest.size(), 99)) == 0 ? worst : HUGE_VAL;
}

/// The same with random numbers, the worst of all instruction sets.
auto error_of(problem const& p) -> double {
  auto const x = naive::numbers(p.m * p.x_m(), 1);
  auto const w = naive::numbers(std::max(p.k, p.n) * std::max(p.w_k(), p.w_n()), 2);
  auto const weights = packed(p, w);
  double worst = 0;
  for (auto const set : sets_here()) worst = std::max(worst, error_of(p, x, w, multiply(p, x, weights, set)));
  return worst;
}

constexpr weight_type all_types[] = {weight_type::f32, weight_type::bf16, weight_type::int8};

}  // namespace

TEST_CASE("a packed product, for every count of rows") {
  for (auto const type : all_types)
    for (std::size_t m = 1; m <= 33; ++m) {
      CAPTURE(m);
      CHECK(error_of({m, 29, 37, type}) <= 1);
      CHECK(error_of({m, 20, 64, type}) <= 1);
    }
  for (auto const type : all_types) CHECK(error_of({128, 70, 101, type}) <= 1);
}

TEST_CASE("a packed product, for every rest of columns and terms") {
  for (auto const type : all_types)
    for (std::size_t i = 1; i <= 70; ++i) {
      CAPTURE(i);
      CHECK(error_of({2, 5, i, type}) <= 1);
      CHECK(error_of({3, i, 5, type}) <= 1);
      CHECK(error_of({17, i, i, type}) <= 1);
    }
}

TEST_CASE("a packed product of weights in both orders, with gaps everywhere") {
  for (auto const type : all_types)
    for (bool const transposed : {false, true}) {
      CHECK(error_of({7, 33, 41, type, transposed}) <= 1);
      CHECK(error_of({7, 41, 41, type, transposed}) <= 1);
      CHECK(error_of({20, 33, 41, type, transposed, 3, 5, 2}) <= 1);
    }
}

TEST_CASE("a packed product of many terms, or with x in several parts") {
  for (auto const type : all_types) {
    CHECK(error_of({1, 20800, 33, type}) <= 1);
    CHECK(error_of({15, 1300, 90, type}) <= 1);
  }
  CHECK(error_of({600, 1800, 3, weight_type::int8}) <= 1);
  // Several stretches, and panels in groups and alone.
  for (auto const type : all_types) CHECK(error_of({30, 500, 1500, type}) <= 1);
  // All terms alike: rounding errors do not cancel.
  problem const p = {3, 20800, 33};
  std::vector<float> const x(3 * 20800, 0.7F), w(std::size_t{20800} * 33, 0.3F);
  for (auto const set : sets_here()) CHECK(error_of(p, x, w, multiply(p, x, packed(p, w), set)) < 10);
}

TEST_CASE("a packed product over no terms writes zeros, one of nothing nothing") {
  for (auto const type : all_types) {
    CHECK(error_of({3, 0, 37, type}) == 0);
    CHECK(error_of({0, 5, 37, type}) == 0);
    CHECK(error_of({3, 5, 0, type}) == 0);
  }
}

TEST_CASE("the sizes of packed weights: 32 columns and 4 terms at a time") {
  CHECK(cpu::packed_size(5, 33, weight_type::f32) == 8 * 64 * 4);
  CHECK(cpu::packed_size(5, 33, weight_type::bf16) == 8 * 64 * 2);
  CHECK(cpu::packed_size(5, 33, weight_type::int8) == 8 * 64 + 64 * 4);
  CHECK(cpu::packed_size(0, 0, weight_type::f32) == 0);
}

TEST_CASE("bf16 weights are rounded to nearest even; infinities and NaN stay what they are") {
  auto const at = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
  std::vector<float> const w = {at(0x3F808000), at(0x3F818000), at(0x3F808001), at(0x3F807FFF), at(0xBF818000),
                                HUGE_VALF,      -HUGE_VALF,     at(0x7F800001), at(0x7F7FFFFF), -0.0F};
  std::vector<float> const expected = {at(0x3F800000), at(0x3F820000), at(0x3F810000), at(0x3F800000), at(0xBF820000),
                                       HUGE_VALF,      -HUGE_VALF,     std::nanf(""),  HUGE_VALF,      0.0F};
  problem const p = {1, 1, w.size(), weight_type::bf16};
  for (auto const set : sets_here()) {
    auto y = multiply(p, {1.0F}, packed(p, w), set);
    y.resize(w.size());
    CHECK(naive::distance(y, expected) == 0);
  }
}

TEST_CASE("int8 weights have a scale of their own in every column, however large or small") {
  std::vector<float> w;
  for (auto const scale : {1.0F, 1e30F, 1e-30F, 1e-42F, 0.0F})
    for (auto const factor : {1.0F, -1.0F, 0.5F, 0.003F}) w.push_back(scale * factor);
  problem const p = {4, 4, 5, weight_type::int8, true};
  std::vector<float> x(16);
  for (std::size_t i = 0; i < 4; ++i) x[i * 5] = 1;  // y is the weights
  for (auto const set : sets_here()) {
    auto const y = multiply(p, x, packed(p, w), set);
    for (std::size_t n = 0; n < 5; ++n)
      for (std::size_t k = 0; k < 4; ++k) {
        auto const largest = std::max(static_cast<double>(w[n * 4]), 127 * 0x1p-126);
        CHECK(std::abs(static_cast<double>(y[k * 5 + n]) - static_cast<double>(w[n * 4 + k])) <=
              largest / 127 / 2 * (1 + 2e-5));
      }
  }
}

TEST_CASE("a packed product passes NaN and infinities on to their own elements only") {
  for (auto const m : std::vector<std::size_t>{3, 30}) {
    problem const p = {m, 19, 37};
    auto x = naive::numbers(m * 19, 1), w = naive::numbers(19 * 37, 2);
    x[19] = std::nanf("");  // row 1
    w[36] = HUGE_VALF;      // column 36
    for (auto const set : sets_here()) {
      auto const y = multiply(p, x, packed(p, w), set);
      // Runs with other numbers of threads give NaN too, which compare as equal.
      REQUIRE(y.size() == m * 37 + 1);
      for (std::size_t i = 0; i < m * 37; ++i) {
        CHECK(std::isnan(y[i]) == (i / 37 == 1));
        CHECK(std::isfinite(y[i]) == (i / 37 != 1 && i % 37 != 36));
      }
    }
  }
}

TEST_CASE("packing gives the same bytes for any number of threads, and from both orders") {
  std::size_t const k = 300, n = 500;
  auto const w = naive::numbers(k * n);
  std::vector<float> transposed(k * n);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < n; ++j) transposed[j * k + i] = w[i * n + j];
  for (auto const type : all_types) {
    auto const size = cpu::packed_size(k, n, type);
    auto const one = packed({1, k, n, type}, w);
    auto const before = cpu::threads();
    cpu::set_threads(3);
    auto const other = packed({1, k, n, type, true}, transposed);
    cpu::set_threads(before);
    CHECK(std::memcmp(one.get(), other.get(), size) == 0);
  }
}

TEST_CASE("memory of every size can be written to its end, and given back") {
  for (auto const size : std::vector<std::size_t>{0, 1, 63, 64, (1 << 21) - 1, 1 << 21, (1 << 21) + 1, 5 << 20}) {
    auto const memory = cpu::allocate_packed(size);
    REQUIRE(memory.get() != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.get()) % 64 == 0);
    std::memset(memory.get(), 1, size);
  }
}

TEST_CASE("the best instruction set is one that this machine can run") {
  CHECK(cpu::supports(cpu::best_instruction_set()));
  CHECK(cpu::supports(instruction_set::portable));
}
