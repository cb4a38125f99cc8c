// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/reduce.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

namespace cpu = shapeproof::cpu;

namespace {

constexpr auto infinity = std::numeric_limits<float>::infinity();

auto element(std::vector<float> const& from, std::ptrdiff_t i) -> double {
  return static_cast<double>(from[static_cast<std::size_t>(i)]);
}

void check_reduce(std::size_t a_size, std::size_t c_size, cpu::loop_nest<2> const& outer, cpu::loop<2> axis) {
  auto const a = naive::numbers(a_size);
  for (auto const op : {cpu::reduction::sum, cpu::reduction::max}) {
    std::vector<float> expected(c_size, 9);
    naive::each(outer, [&](naive::place<2> const& place) {
      auto total = op == cpu::reduction::sum ? 0.0 : -HUGE_VAL;
      for (std::size_t i = 0; i < axis.extent; ++i) {
        auto const x = element(a, place.after(axis, i).at[0]);
        total = op == cpu::reduction::sum ? total + x : std::max(total, x);
      }
      expected[static_cast<std::size_t>(place.at[1])] = static_cast<float>(total);
    });
    auto const result = naive::with_threads([&] {
      std::vector<float> c(c_size, 9);
      cpu::reduce(op, a.data(), c.data(), outer, axis);
      return c;
    });
    CHECK(naive::distance(result, expected) <= (op == cpu::reduction::max ? 0 : 1e-5));
  }
}

/// Softmax over the first `seen` keys, zeros behind them.
void naive_softmax(std::vector<float> const& a, std::vector<float>& c, naive::place<2> const& place, cpu::loop<2> axis,
                   std::size_t seen) {
  auto highest = -HUGE_VAL, sum = 0.0;
  for (std::size_t i = 0; i < seen; ++i) highest = std::max(highest, element(a, place.after(axis, i).at[0]));
  for (std::size_t i = 0; i < seen; ++i) sum += std::exp(element(a, place.after(axis, i).at[0]) - highest);
  for (std::size_t i = 0; i < axis.extent; ++i) {
    auto const at = place.after(axis, i);
    auto const value = i < seen ? std::exp(element(a, at.at[0]) - highest) / sum : 0.0;
    c[static_cast<std::size_t>(at.at[1])] = static_cast<float>(value);
  }
}

auto spread(std::size_t size) -> std::vector<float> {
  auto a = naive::numbers(size);
  for (auto& x : a) x *= 20;
  return a;
}

void check_softmax(std::size_t a_size, std::size_t c_size, cpu::loop_nest<2> const& outer, cpu::loop<2> axis) {
  auto const a = spread(a_size);
  std::vector<float> expected(c_size, 9);
  naive::each(outer, [&](naive::place<2> const& place) { naive_softmax(a, expected, place, axis, axis.extent); });
  auto const result = naive::with_threads([&] {
    std::vector<float> c(c_size, 9);
    cpu::softmax(a.data(), c.data(), outer, axis);
    return c;
  });
  CHECK(naive::distance(result, expected) <= 1e-6);
}

void check_causal(std::size_t a_size, std::size_t c_size, cpu::loop_nest<2> const& outer, cpu::loop<2> query,
                  cpu::loop<2> key) {
  auto const a = spread(a_size);
  std::vector<float> expected(c_size, 9);
  naive::each(outer, [&](naive::place<2> const& place) {
    for (std::size_t l = 0; l < query.extent; ++l)
      naive_softmax(a, expected, place.after(query, l), key, l + 1 + key.extent - query.extent);
  });
  auto const result = naive::with_threads([&] {
    std::vector<float> c(c_size, 9);
    cpu::causal_softmax(a.data(), c.data(), outer, query, key);
    return c;
  });
  CHECK(naive::distance(result, expected) <= 1e-6);
}

}  // namespace

TEST_CASE("reduce the last axis, a middle axis and the first axis of [3, 5, 37]") {
  check_reduce(555, 15, {2, {{3, {185, 5}}, {5, {37, 1}}}}, {37, {1, 0}});
  check_reduce(555, 111, {2, {{3, {185, 37}}, {37, {1, 1}}}}, {5, {37, 0}});
  check_reduce(555, 185, {2, {{5, {37, 37}}, {37, {1, 1}}}}, {3, {185, 0}});
  check_reduce(64, 8, {1, {{8, {8, 1}}}}, {8, {1, 0}});
}

TEST_CASE("reduce with gaps, with step 0, over one element and over many") {
  check_reduce(600, 40, {2, {{3, {190, 13}}, {5, {38, 2}}}}, {17, {2, 0}});
  check_reduce(37, 3, {1, {{3, {0, 1}}}}, {37, {1, 0}});
  check_reduce(3, 3, {1, {{3, {1, 1}}}}, {5, {0, 0}});
  check_reduce(3, 3, {1, {{3, {1, 1}}}}, {1, {0, 0}});
  check_reduce(41, 1, {}, {41, {1, 0}});
  check_reduce(70 * 5200, 70, {1, {{70, {5200, 1}}}}, {5200, {1, 0}});
}

TEST_CASE("reduce an empty axis: the sum is 0, the maximum -infinity; without rows nothing is written") {
  check_reduce(3, 3, {1, {{3, {1, 1}}}}, {0, {1, 0}});
  check_reduce(3, 3, {1, {{0, {1, 1}}}}, {3, {1, 0}});
}

TEST_CASE("reduce passes NaN on and finds a maximum among infinities") {
  for (auto const at : std::vector<std::size_t>{0, 15, 16, 36}) {
    auto a = naive::numbers(37);
    a[at] = std::nanf("");
    for (auto const op : {cpu::reduction::sum, cpu::reduction::max}) {
      float c = 0;
      cpu::reduce(op, a.data(), &c, {}, {37, {1, 0}});
      CHECK(std::isnan(c));
    }
  }
  float const ends[] = {-infinity, 3, -infinity};
  float c = 0;
  cpu::reduce(cpu::reduction::max, ends, &c, {}, {3, {1, 0}});
  CHECK(c == 3.0F);
}

TEST_CASE("softmax along a dense and along a strided axis") {
  check_softmax(185, 185, {1, {{5, {37, 37}}}}, {37, {1, 1}});
  check_softmax(185, 185, {1, {{37, {1, 1}}}}, {5, {37, 37}});
  check_softmax(300, 400, {2, {{2, {150, 200}}, {3, {47, 60}}}}, {19, {2, 3}});
  check_softmax(256, 256, {1, {{16, {16, 16}}}}, {16, {1, 1}});
  check_softmax(70 * 1000, 70 * 1000, {1, {{70, {1000, 1000}}}}, {1000, {1, 1}});
  check_softmax(3, 3, {1, {{3, {1, 1}}}}, {1, {1, 1}});
  check_softmax(3, 3, {1, {{3, {1, 1}}}}, {0, {1, 1}});
}

TEST_CASE("softmax in place, with shares that vanish") {
  std::vector<float> a = {0, -50, -100, -200, -infinity, 0};
  cpu::softmax(a.data(), a.data(), {}, {6, {1, 1}});
  CHECK(a[0] == 0.5F);
  CHECK(std::abs(static_cast<double>(a[1]) / (std::exp(-50.0) / 2) - 1) < 1e-6);
  CHECK(static_cast<double>(a[2]) < 3e-44);
  CHECK(a[3] == 0.0F);
  CHECK(a[4] == 0.0F);
  CHECK(a[5] == 0.5F);
}

TEST_CASE("softmax is precise for every share that is a normal number") {
  std::vector<float> a;
  for (int i = 0; i <= 870; ++i) a.push_back(-static_cast<float>(i) / 10);
  std::vector<float> c(a.size());
  cpu::softmax(a.data(), c.data(), {}, {a.size(), {1, 1}});
  double sum = 0, worst = 0;
  for (auto const x : a) sum += std::exp(static_cast<double>(x));
  for (std::size_t i = 0; i < 840; ++i)
    worst = std::max(worst, std::abs(static_cast<double>(c[i]) / (std::exp(static_cast<double>(a[i])) / sum) - 1));
  CHECK(worst < 1e-6);
}

TEST_CASE("softmax of a row with NaN is NaN everywhere in that row only") {
  auto a = naive::numbers(2 * 37);
  a[20] = std::nanf("");
  std::vector<float> c(a.size());
  cpu::softmax(a.data(), c.data(), {1, {{2, {37, 37}}}}, {37, {1, 1}});
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::isnan(c[i]) == (i < 37));
}

TEST_CASE("causal_softmax: prefill, decode, and queries behind a past") {
  check_causal(2 * 49, 2 * 49, {1, {{2, {49, 49}}}}, {7, {7, 7}}, {7, {1, 1}});
  check_causal(2 * 37, 2 * 37, {1, {{2, {37, 37}}}}, {1, {37, 37}}, {37, {1, 1}});
  check_causal(2 * 5 * 37, 2 * 5 * 37, {1, {{2, {185, 185}}}}, {5, {37, 37}}, {37, {1, 1}});
  check_causal(2 * 3 * 400 * 300, 2 * 3 * 400 * 300, {2, {{2, {360000, 360000}}, {3, {120000, 120000}}}},
               {300, {400, 400}}, {400, {1, 1}});
}

TEST_CASE("causal_softmax with strides, with keys outside, and without queries") {
  check_causal(500, 600, {1, {{2, {250, 300}}}}, {5, {41, 55}}, {19, {2, 2}});
  check_causal(2 * 5 * 19, 2 * 5 * 19, {1, {{2, {95, 95}}}}, {5, {1, 1}}, {19, {5, 5}});
  check_causal(9, 9, {}, {0, {3, 3}}, {3, {1, 1}});
}

TEST_CASE("causal_softmax does not look at what is hidden") {
  std::vector<float> a(9, std::nanf(""));
  a[0] = a[3] = a[4] = a[6] = a[7] = a[8] = 1;
  std::vector<float> c(9, 9);
  cpu::causal_softmax(a.data(), c.data(), {}, {3, {3, 3}}, {3, {1, 1}});
  auto const third = 1.0F / 3;
  CHECK(naive::distance(c, {1, 0, 0, 0.5F, 0.5F, 0, third, third, third}) < 1e-6);
}

TEST_CASE("causal_softmax refuses more queries than keys and names both") {
  float unused = 0;
  CHECK_THROWS_WITH_AS(cpu::causal_softmax(&unused, &unused, {}, {8, {7, 7}}, {7, {1, 1}}),
                       doctest::Contains("7 keys for 8 queries"), std::invalid_argument);
}
