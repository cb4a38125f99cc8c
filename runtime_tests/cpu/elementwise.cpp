// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/elementwise.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace cpu = shapeproof::cpu;

namespace {

auto apply(cpu::binary op, double a, double b) -> double {
  switch (op) {
    case cpu::binary::add:
      return a + b;
    case cpu::binary::subtract:
      return a - b;
    case cpu::binary::multiply:
      return a * b;
  }
  return 0;
}

void check_binary(std::size_t size, cpu::loop_nest<3> const& loops) {
  auto const a = naive::numbers(size, 1), b = naive::numbers(size, 2);
  for (auto const op : {cpu::binary::add, cpu::binary::subtract, cpu::binary::multiply}) {
    std::vector<float> expected(size, 9);
    naive::each(loops, [&](naive::place<3> const& place) {
      expected[static_cast<std::size_t>(place.at[2])] =
          static_cast<float>(apply(op, static_cast<double>(a[static_cast<std::size_t>(place.at[0])]),
                                   static_cast<double>(b[static_cast<std::size_t>(place.at[1])])));
    });
    auto const result = naive::with_threads([&] {
      std::vector<float> c(size, 9);
      cpu::elementwise(op, a.data(), b.data(), c.data(), loops);
      return c;
    });
    CHECK(naive::distance(result, expected) <= 1e-6);
  }
}

auto gelu(double x) -> double { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }

}  // namespace

TEST_CASE("elementwise of two dense operands") {
  check_binary(2 * 3 * 37, {3, {{2, {111, 111, 111}}, {3, {37, 37, 37}}, {37, {1, 1, 1}}}});
  check_binary(16 * 16, {2, {{16, {16, 16, 16}}, {16, {1, 1, 1}}}});
  check_binary(1, {});
}

TEST_CASE("elementwise with strides and with a transposed operand") {
  check_binary(600, {3, {{2, {300, 250, 200}}, {3, {90, 70, 60}}, {19, {3, 2, 3}}}});
  check_binary(3 * 37, {2, {{3, {37, 1, 37}}, {37, {1, 3, 1}}}});
}

TEST_CASE("elementwise broadcasts an operand of step 0, outside, inside and everywhere") {
  check_binary(3 * 37, {2, {{3, {37, 0, 37}}, {37, {1, 1, 1}}}});
  check_binary(3 * 37, {2, {{3, {37, 1, 37}}, {37, {1, 0, 1}}}});
  check_binary(3 * 37, {2, {{3, {1, 37, 37}}, {37, {0, 1, 1}}}});
  check_binary(3 * 37, {2, {{3, {0, 37, 37}}, {37, {0, 1, 1}}}});
  check_binary(3 * 37, {2, {{3, {0, 0, 37}}, {37, {0, 0, 1}}}});
}

TEST_CASE("elementwise over nothing, over one, and over more than one piece") {
  check_binary(6, {2, {{0, {3, 3, 3}}, {3, {1, 1, 1}}}});
  check_binary(6, {2, {{2, {3, 3, 3}}, {0, {1, 1, 1}}}});
  check_binary(7, {3, {{1, {0, 0, 0}}, {7, {1, 1, 1}}, {1, {0, 0, 0}}}});
  check_binary(300'001, {1, {{300'001, {1, 1, 1}}}});
  check_binary(2 * 150'001, {2, {{2, {150'001, 0, 150'001}}, {150'001, {1, 1, 1}}}});
}

TEST_CASE("elementwise may write over its operand") {
  auto a = naive::numbers(41);
  auto const before = a;
  cpu::elementwise(cpu::binary::add, a.data(), a.data(), a.data(), {1, {{41, {1, 1, 1}}}});
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == before[i] + before[i]);
}

TEST_CASE("scale multiplies by one factor, dense and strided") {
  for (auto const& loops :
       {cpu::loop_nest<2>{2, {{3, {37, 37}}, {37, {1, 1}}}}, cpu::loop_nest<2>{2, {{3, {1, 37}}, {37, {3, 1}}}},
        cpu::loop_nest<2>{2, {{3, {0, 37}}, {37, {1, 1}}}}}) {
    auto const a = naive::numbers(111);
    std::vector<float> c(111), expected(111);
    naive::each(loops, [&](naive::place<2> const& place) {
      expected[static_cast<std::size_t>(place.at[1])] = a[static_cast<std::size_t>(place.at[0])] * 0.3F;
    });
    cpu::scale(a.data(), 0.3F, c.data(), loops);
    CHECK(c == expected);
  }
}

TEST_CASE("gelu is x times the normal distribution function") {
  std::vector<float> a;
  for (int i = -600; i <= 600; ++i) a.push_back(static_cast<float>(i) / 50);
  auto const size = a.size();
  auto const result = naive::with_threads([&] {
    std::vector<float> c(size);
    cpu::elementwise(cpu::unary::gelu, a.data(), c.data(), {1, {{size, {1, 1}}}});
    return c;
  });
  REQUIRE(result.size() == size);
  for (std::size_t i = 0; i < size; ++i) {
    auto const expected = gelu(static_cast<double>(a[i]));
    CHECK(std::abs(static_cast<double>(result[i]) - expected) <= 3e-7 * std::max(1.0, std::abs(expected)));
    // Far below 0, where it is tiny, its digits are right too, as far as the square of x / sqrt 2 has any.
    CHECK(std::abs(static_cast<double>(result[i]) - expected) <= 2e-5 * std::abs(expected));
  }
}

TEST_CASE("gelu at the ends: zeros, infinities, NaN; strided") {
  constexpr auto infinity = std::numeric_limits<float>::infinity();
  std::vector<float> const a = {0, 5, infinity, 5, -infinity, 5, std::nanf(""), 5};
  std::vector<float> c(4);
  cpu::elementwise(cpu::unary::gelu, a.data(), c.data(), {1, {{4, {2, 1}}}});
  CHECK(c[0] == 0.0F);
  CHECK(c[1] == infinity);
  CHECK(c[2] == 0.0F);
  CHECK(std::isnan(c[3]));
}
