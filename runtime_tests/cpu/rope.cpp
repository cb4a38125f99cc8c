// SPDX-License-Identifier: BSL-1.0
/// Rotations of pairs against plain loops in doubles, for both ways of storing pairs and any strides.
#include "shapeproof/cpu/rope.hpp"

#include "naive.hpp"

#include <doctest/doctest.h>

#include <complex>
#include <initializer_list>
#include <thread>

namespace cpu = shapeproof::cpu;

namespace {

using floats = std::vector<float>;

/// The kernel on its own numbers against complex products; elements that no pair has must stay 9.
double error_of(std::size_t size, cpu::loop_nest<3> const& loops, std::ptrdiff_t x_component,
                std::ptrdiff_t to_component) {
  auto const x = naive::numbers(size, 1), angles = naive::numbers(size, 2);
  floats cosine(size), sine(size), found(size, 9), expected(size, 9);
  for (std::size_t i = 0; i < size; ++i) {
    cosine[i] = std::cos(4 * angles[i]);
    sine[i] = std::sin(4 * angles[i]);
  }
  naive::each(loops, [&](naive::place<3> const& place) {
    auto const at = [&](int operand, std::ptrdiff_t more = 0) {
      return static_cast<std::size_t>(place.at[operand] + more);
    };
    std::complex<double> const pair(static_cast<double>(x[at(0)]), static_cast<double>(x[at(0, x_component)]));
    auto const turned = pair * std::polar(1.0, 4 * static_cast<double>(angles[at(2)]));
    expected[at(1)] = static_cast<float>(turned.real());
    expected[at(1, to_component)] = static_cast<float>(turned.imag());
  });
  cpu::rotate_pairs(x.data(), found.data(), cosine.data(), sine.data(), loops, x_component, to_component);
  return naive::distance(found, expected);
}

/// One head of 4 components, both of whose pairs turn by 90 degrees.
floats quarter_turn(floats const& x, std::ptrdiff_t pair, std::ptrdiff_t component) {
  floats result(4);
  float const cosine[] = {0, 0}, sine[] = {1, 1};
  cpu::rotate_pairs(x.data(), result.data(), cosine, sine, {1, {{2, {pair, pair, 1}}}}, component, component);
  return result;
}

}  // namespace

TEST_CASE("C52: 1 2 3 4 by 90 degrees is -3 -4 1 2 half an axis apart, -2 1 -4 3 side by side") {
  CHECK(quarter_turn({1, 2, 3, 4}, 1, 2) == floats{-3, -4, 1, 2});
  CHECK(quarter_turn({1, 2, 3, 4}, 2, 1) == floats{-2, 1, -4, 3});
}

TEST_CASE("pairs side by side and half an axis apart") {
  CHECK(error_of(30, {2, {{3, {10, 10, 5}}, {5, {2, 2, 1}}}}, 1, 1) < 1e-6);
  CHECK(error_of(30, {2, {{3, {10, 10, 5}}, {5, {1, 1, 1}}}}, 5, 5) < 1e-6);
}

TEST_CASE("one table for every batch entry and head, and one for each row") {
  CHECK(error_of(2 * 3 * 5 * 8, {4, {{2, {120, 120, 0}}, {3, {40, 40, 0}}, {5, {8, 8, 4}}, {4, {2, 2, 1}}}}, 1, 1) <
        1e-6);
  CHECK(error_of(2 * 3 * 5 * 8, {4, {{2, {120, 120, 20}}, {3, {40, 40, 0}}, {5, {8, 8, 4}}, {4, {1, 1, 1}}}}, 4, 4) <
        1e-6);
}

TEST_CASE("x and the result have steps of their own") {
  CHECK(error_of(400, {3, {{3, {8, 40, 0}}, {5, {24, 8, 4}}, {4, {2, 2, 1}}}}, 1, 1) < 1e-6);   // heads behind tokens
  CHECK(error_of(400, {3, {{3, {1, 40, 0}}, {5, {24, 8, 4}}, {4, {3, 1, 1}}}}, 12, 4) < 1e-6);  // components outside
  CHECK(error_of(400, {2, {{5, {70, 60, 4}}, {4, {14, 3, 1}}}}, 7, 30) < 1e-6);                 // parts of wider rows
}

TEST_CASE("one pair, and none") {
  CHECK(error_of(2, {}, 1, 1) < 1e-6);
  CHECK(error_of(30, {2, {{0, {10, 10, 5}}, {5, {2, 2, 1}}}}, 1, 1) == 0);
  CHECK(error_of(30, {2, {{3, {10, 10, 5}}, {0, {2, 2, 1}}}}, 1, 1) == 0);
}

TEST_CASE("a pair that is no number leaves the others alone") {
  floats x = {1, 2, 3, 4, 5, 6}, y(6);
  x[2] = std::nanf("");
  float const cosine[] = {0, 0, 0}, sine[] = {1, 1, 1};
  cpu::rotate_pairs(x.data(), y.data(), cosine, sine, {1, {{3, {2, 2, 1}}}}, 1, 1);
  CHECK((y[0] == -2 && y[1] == 1 && y[4] == -6 && y[5] == 5));
  CHECK((std::isnan(y[2]) && std::isnan(y[3])));
}

TEST_CASE("the angle of pair r at position p is p / base^(r / pairs), also for large positions") {
  for (float base : {1.0F, 100.0F, 1e4F, 5e5F})
    for (std::size_t pairs : std::initializer_list<std::size_t>{1, 2, 5, 64})
      for (std::size_t position : std::initializer_list<std::size_t>{0, 1, 7, 4095, 1000003}) {
        floats cosine(pairs), sine(pairs);
        cpu::rotation(position, pairs, base, cosine.data(), sine.data());
        for (std::size_t r = 0; r < pairs; ++r) {
          long double const share = static_cast<long double>(r) / static_cast<long double>(pairs);
          long double const angle =
              static_cast<long double>(position) / std::pow(static_cast<long double>(base), share);
          CHECK(std::abs(static_cast<double>(cosine[r]) - static_cast<double>(std::cos(angle))) < 1e-7);
          CHECK(std::abs(static_cast<double>(sine[r]) - static_cast<double>(std::sin(angle))) < 1e-7);
        }
      }
}

TEST_CASE("position 0 turns nothing, and no pairs need no table") {
  floats cosine(3), sine(3);
  cpu::rotation(0, 3, 1e4F, cosine.data(), sine.data());
  CHECK(cosine == floats{1, 1, 1});
  CHECK(sine == floats{0, 0, 0});
  cpu::rotation(5, 0, 1e4F, nullptr, nullptr);
}

TEST_CASE("a table has the rotations of its positions, whatever the tables before it had") {
  struct shape {
    std::size_t rows, pairs;
    float base;
    std::size_t first;
  };
  for (auto const& [rows, pairs, base, first] : std::initializer_list<shape>{{3, 4, 1e4F, 0},
                                                                             {3, 4, 1e4F, 0},
                                                                             {1, 4, 1e4F, 7},
                                                                             {5, 4, 1e4F, 1},
                                                                             {5, 2, 1e4F, 1},
                                                                             {5, 2, 100, 1},
                                                                             {2, 8, 100, 1},
                                                                             {9, 8, 100, 3},
                                                                             {0, 8, 100, 0},
                                                                             {4, 0, 100, 0}}) {
    cpu::rotation_table table(rows, pairs, base);
    for (std::size_t row = 0; row < rows; ++row) table.set(row, first + row * row);
    for (std::size_t row = 0; row < rows; ++row) {
      floats cosine(pairs), sine(pairs);
      cpu::rotation(first + row * row, pairs, base, cosine.data(), sine.data());
      CHECK(floats(table.cosine() + row * pairs, table.cosine() + (row + 1) * pairs) == cosine);
      CHECK(floats(table.sine() + row * pairs, table.sine() + (row + 1) * pairs) == sine);
    }
  }
}

TEST_CASE("each thread has tables of its own") {
  cpu::rotation_table table(2, 3, 1e4F);
  table.set(0, 5);
  floats const before(table.cosine(), table.cosine() + 3);
  std::thread([] { cpu::rotation_table(2, 3, 1e4F).set(0, 11); }).join();
  CHECK(floats(table.cosine(), table.cosine() + 3) == before);
}
