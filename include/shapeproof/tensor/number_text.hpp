// SPDX-License-Identifier: BSL-1.0
/// Numbers as texts of one width, as NumPy aligns them.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shapeproof::detail {

/// Padded on the left to the width of the longest.
inline std::vector<std::string> right_aligned(std::vector<std::string> texts) {
  std::size_t width = 0;
  for (auto const& text : texts)
    if (text.size() > width) width = text.size();
  for (auto& text : texts) text = std::string(width - text.size(), ' ').append(text);
  return texts;
}

/// A finite number in pieces: `-12`, `5`, `e+03`.
struct number_pieces {
  std::string whole, fraction, exponent;
};

/// With exactly `precision` digits behind the point; or, where it is negative, the shortest that are this number again.
template <class Float>
number_pieces pieces_of_number(Float value, std::chars_format style, int precision) {
  char digits[128];  // a number of more than 8 digits before the point is written with an exponent
  char* const last = digits + sizeof(digits);
  std::string const text(digits, precision < 0 ? std::to_chars(digits, last, value, style).ptr
                                               : std::to_chars(digits, last, value, style, precision).ptr);
  std::size_t const tail = text.find('e') < text.size() ? text.find('e') : text.size();
  std::size_t const point = text.find('.') < tail ? text.find('.') : tail;
  std::size_t const fraction = point < tail ? point + 1 : tail;
  return {text.substr(0, point), text.substr(fraction, tail - fraction), text.substr(tail)};
}

/// The shortest digits, but at most `precision` behind the point, and no zeros at their end.
template <class Float>
number_pieces short_pieces(Float value, std::chars_format style, int precision) {
  number_pieces result = pieces_of_number(value, style, -1);
  if (result.fraction.size() > static_cast<std::size_t>(precision)) result = pieces_of_number(value, style, precision);
  result.fraction.erase(result.fraction.find_last_not_of('0') + 1);
  return result;
}

/// NumPy writes an exponent where a number is large or small, or one is 1000 times another.
template <class Float>
std::chars_format style_of(std::vector<Float> const& values) {
  Float smallest = INFINITY;
  Float largest = 0;
  for (Float const value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    smallest = std::fmin(smallest, std::abs(value));
    largest = std::fmax(largest, std::abs(value));
  }
  bool const wide = largest >= Float(1e8) || (largest > 0 && (smallest < Float(1e-4) || largest / smallest > 1000));
  return wide ? std::chars_format::scientific : std::chars_format::fixed;
}

/// `1.  `, ` 2.5 `, ` nan`: points are below each other; `1.000e+03`, `2.125e-01` where there are exponents.
template <class Float>
std::vector<std::string> aligned_numbers(std::vector<Float> const& values, int precision) {
  auto const style = style_of(values);
  std::vector<number_pieces> pieces(values.size());
  std::size_t fraction = 0;
  std::size_t exponents = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    pieces[i] = short_pieces(values[i], style, precision);
    if (pieces[i].fraction.size() > fraction) fraction = pieces[i].fraction.size();
    if (pieces[i].exponent.size() > exponents) exponents = pieces[i].exponent.size();
  }
  std::vector<std::string> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto& [whole, digits, exponent] = pieces[i];
    if (std::isfinite(values[i])) {
      if (style == std::chars_format::scientific) {
        pieces[i] = pieces_of_number(values[i], style, static_cast<int>(fraction));
        exponent = exponent.substr(0, 2).append(exponents - exponent.size(), '0').append(exponent, 2);  // behind `e+`
      }
      digits.resize(fraction, ' ');
      result[i] = whole.append(".").append(digits).append(exponent);
    } else {
      result[i] = std::isnan(values[i]) ? "nan" : values[i] < 0 ? "-inf" : "inf";
    }
  }
  return right_aligned(std::move(result));
}

}  // namespace shapeproof::detail
