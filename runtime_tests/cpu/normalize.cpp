// SPDX-License-Identifier: BSL-1.0
#include "shapeproof/cpu/normalize.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

namespace cpu = shapeproof::cpu;

namespace {

constexpr auto epsilon = 1e-5F;

auto element(std::vector<float> const& from, std::ptrdiff_t i) -> double {
  return static_cast<double>(from[static_cast<std::size_t>(i)]);
}

void check_layer_norm(std::vector<float> const& x, std::size_t c_size, cpu::loop_nest<2> const& outer,
                      cpu::loop<4> axis) {
  auto const gamma = naive::numbers(axis.extent * 3 + 1, 2), beta = naive::numbers(axis.extent * 3 + 1, 3);
  std::vector<float> expected(c_size, 9);
  naive::each(outer, [&](naive::place<2> const& place) {
    naive::place<4> const row = {{place.at[0], 0, 0, place.at[1]}};
    double mean = 0, variance = 0;
    auto const count = static_cast<double>(axis.extent);
    for (std::size_t i = 0; i < axis.extent; ++i) mean += element(x, row.after(axis, i).at[0]) / count;
    for (std::size_t i = 0; i < axis.extent; ++i)
      variance += std::pow(element(x, row.after(axis, i).at[0]) - mean, 2) / count;
    for (std::size_t i = 0; i < axis.extent; ++i) {
      auto const at = row.after(axis, i);
      auto const normal = (element(x, at.at[0]) - mean) / std::sqrt(variance + static_cast<double>(epsilon));
      expected[static_cast<std::size_t>(at.at[3])] =
          static_cast<float>(normal * element(gamma, at.at[1]) + element(beta, at.at[2]));
    }
  });
  auto const result = naive::with_threads([&] {
    std::vector<float> c(c_size, 9);
    cpu::layer_norm(x.data(), gamma.data(), beta.data(), c.data(), outer, axis, epsilon);
    return c;
  });
  CHECK(naive::distance(result, expected) <= 2e-6);
}

void check_rms_norm(std::size_t x_size, std::size_t c_size, cpu::loop_nest<2> const& outer, cpu::loop<3> axis) {
  auto const x = naive::numbers(x_size), gamma = naive::numbers(axis.extent * 3 + 1, 2);
  std::vector<float> expected(c_size, 9);
  naive::each(outer, [&](naive::place<2> const& place) {
    naive::place<3> const row = {{place.at[0], 0, place.at[1]}};
    double square = 0;
    for (std::size_t i = 0; i < axis.extent; ++i)
      square += std::pow(element(x, row.after(axis, i).at[0]), 2) / static_cast<double>(axis.extent);
    for (std::size_t i = 0; i < axis.extent; ++i) {
      auto const at = row.after(axis, i);
      auto const normal = element(x, at.at[0]) / std::sqrt(square + static_cast<double>(epsilon));
      expected[static_cast<std::size_t>(at.at[2])] = static_cast<float>(normal * element(gamma, at.at[1]));
    }
  });
  auto const result = naive::with_threads([&] {
    std::vector<float> c(c_size, 9);
    cpu::rms_norm(x.data(), gamma.data(), c.data(), outer, axis, epsilon);
    return c;
  });
  CHECK(naive::distance(result, expected) <= 2e-6);
}

}  // namespace

TEST_CASE("layer_norm along a dense and along a strided axis") {
  check_layer_norm(naive::numbers(185), 185, {1, {{5, {37, 37}}}}, {37, {1, 1, 1, 1}});
  check_layer_norm(naive::numbers(185), 185, {1, {{37, {1, 1}}}}, {5, {37, 1, 1, 37}});
  check_layer_norm(naive::numbers(300), 400, {2, {{2, {150, 200}}, {3, {47, 60}}}}, {19, {2, 3, 2, 3}});
  check_layer_norm(naive::numbers(256), 256, {1, {{16, {16, 16}}}}, {16, {1, 1, 1, 1}});
  check_layer_norm(naive::numbers(14 * 5200), 14 * 5200, {1, {{14, {5200, 5200}}}}, {5200, {1, 1, 1, 1}});
}

TEST_CASE("layer_norm with parameters of step 0, of one element, of none") {
  check_layer_norm(naive::numbers(185), 185, {1, {{5, {37, 37}}}}, {37, {1, 0, 0, 1}});
  check_layer_norm(naive::numbers(5), 5, {1, {{5, {1, 1}}}}, {1, {1, 1, 1, 1}});
  check_layer_norm(naive::numbers(5), 5, {1, {{5, {1, 1}}}}, {0, {1, 1, 1, 1}});
  check_layer_norm(naive::numbers(5), 5, {1, {{0, {1, 1}}}}, {5, {1, 1, 1, 1}});
}

TEST_CASE("layer_norm keeps a small variance on a large mean") {
  auto x = naive::numbers(5200);
  for (auto& value : x) value = 1000 + std::round(value * 64) / 64;  // exact in float
  check_layer_norm(x, x.size(), {}, {x.size(), {1, 1, 1, 1}});
}

TEST_CASE("layer_norm and rms_norm in place") {
  auto x = naive::numbers(37);
  std::vector<float> const gamma(37, 1), beta(37, 0);
  std::vector<float> c(37);
  cpu::layer_norm(x.data(), gamma.data(), beta.data(), c.data(), {}, {37, {1, 1, 1, 1}}, epsilon);
  cpu::layer_norm(x.data(), gamma.data(), beta.data(), x.data(), {}, {37, {1, 1, 1, 1}}, epsilon);
  CHECK(x == c);
  cpu::rms_norm(x.data(), gamma.data(), c.data(), {}, {37, {1, 1, 1}}, epsilon);
  cpu::rms_norm(x.data(), gamma.data(), x.data(), {}, {37, {1, 1, 1}}, epsilon);
  CHECK(x == c);
}

TEST_CASE("rms_norm along a dense and along a strided axis, with parameters of step 0") {
  check_rms_norm(185, 185, {1, {{5, {37, 37}}}}, {37, {1, 1, 1}});
  check_rms_norm(185, 185, {1, {{37, {1, 1}}}}, {5, {37, 1, 37}});
  check_rms_norm(300, 400, {2, {{2, {150, 200}}, {3, {47, 60}}}}, {19, {2, 3, 3}});
  check_rms_norm(185, 185, {1, {{5, {37, 37}}}}, {37, {1, 0, 1}});
  check_rms_norm(14 * 5200, 14 * 5200, {1, {{14, {5200, 5200}}}}, {5200, {1, 1, 1}});
  check_rms_norm(5, 5, {1, {{5, {1, 1}}}}, {0, {1, 1, 1}});
}
