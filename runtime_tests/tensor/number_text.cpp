// SPDX-License-Identifier: BSL-1.0
/// Columns of numbers, as NumPy 1.24 prints them.
#include <shapeproof/tensor/number_text.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Float>
std::string row(std::vector<Float> const& values, int precision = 8) {
  std::string result;
  for (auto const& text : shapeproof::detail::aligned_numbers(values, precision)) result += text + "|";
  return result;
}

}  // namespace

TEST_CASE("points are below each other") {
  CHECK(row<float>({1, 2.5F, -0.125F, 100}) == "  1.   |  2.5  | -0.125|100.   |");
  CHECK(row<float>({0.F, -0.F}) == " 0.|-0.|");
  CHECK(row<float>({12345678, 99999992}) == "12345678.|99999992.|");
  CHECK(row<float>({}).empty());
}

TEST_CASE("as many digits as tell a number from its neighbours, up to the precision") {
  CHECK(row<float>({0.1F, 1.F / 3}) == "0.1       |0.33333334|");
  CHECK(row<double>({0.1, 1. / 3}) == "0.1       |0.33333333|");
  CHECK(row<double>({0.1, 2. / 3}, 3) == "0.1  |0.667|");
  CHECK(row<double>({0.96, 2.5}, 1) == "1. |2.5|");
  CHECK(row<double>({0.96, 12}, 0) == " 1.|12.|");
}

TEST_CASE("exponents where numbers are large, small or far apart") {
  CHECK(row<float>({1e-5F, 1, 1234.5F}) == "1.0000e-05|1.0000e+00|1.2345e+03|");
  CHECK(row<double>({1e100, 1e-5}) == "1.e+100|1.e-005|");
  CHECK(row<double>({1e8, 1}) == "1.e+08|1.e+00|");
  CHECK(row<double>({1000, 1}) == "1000.|   1.|");
  CHECK(row<double>({1.23456, 0.001}, 2) == "1.23e+00|1.00e-03|");
}

TEST_CASE("what is no number") {
  CHECK(row<double>({no_number, 1.5, -infinity, infinity}) == " nan| 1.5|-inf| inf|");
  CHECK(row<double>({no_number, infinity}) == "nan|inf|");
  CHECK(row<double>({no_number, 1e9}) == "   nan|1.e+09|");
}
