// SPDX-License-Identifier: BSL-1.0
/// Reads `2*(past+1) - L` as a polynomial.
#pragma once

#include <shapeproof/core/polynomial.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// A to Z in either case, or an underscore.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
/// 0 to 9.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A letter or underscore, then letters, digits and underscores.
constexpr bool is_identifier(std::string_view word) {
  if (word.empty() || !is_letter(word[0])) return false;
  for (char c : word)
    if (!is_letter(c) && !is_digit(c)) return false;
  return true;
}

namespace detail {

/// Recursive descent; `sum := product (('+'|'-') product)*`, `product := factor ('*' factor)*`.
struct polynomial_parser {
  std::string_view rest;
  char const* problem = nullptr;

  constexpr char next() {
    while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
    return rest.empty() ? '\0' : rest[0];
  }

  constexpr polynomial fail(char const* why) {
    if (problem == nullptr) problem = why;
    rest = {};
    return {};
  }

  constexpr polynomial factor() {
    char const c = next();
    if (c == '-') {
      rest.remove_prefix(1);
      return factor() * -1;
    }
    if (c == '(') {
      rest.remove_prefix(1);
      polynomial const inner = sum();
      if (next() != ')') return fail("misses a )");
      rest.remove_prefix(1);
      return inner;
    }
    std::size_t length = 0;
    while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length]))) ++length;
    std::string_view const word = rest.substr(0, length);
    rest.remove_prefix(length);
    if (is_identifier(word)) return polynomial::symbol(word);
    if (c == '/') return fail("divides, which is not exact: state the product as a fact instead");
    if (word.empty()) return fail("misses a number or a symbol");
    long long number = 0;
    for (char digit : word) {
      if (!is_digit(digit)) return fail("has a symbol that begins with a digit");
      if (__builtin_mul_overflow(number, 10LL, &number) || __builtin_add_overflow(number, digit - '0', &number))
        return fail("a number is too large");
    }
    return number;
  }

  constexpr polynomial product() {
    polynomial result = factor();
    while (next() == '*') {
      rest.remove_prefix(1);
      result = result * factor();
    }
    return result;
  }

  constexpr polynomial sum() {
    polynomial result = product();
    while (next() == '+' || next() == '-') {
      bool const minus = next() == '-';
      rest.remove_prefix(1);
      result = minus ? result - product() : result + product();
    }
    return result;
  }
};

}  // namespace detail

/// The polynomial of `source`; its member `problem` says why where there is none.
constexpr polynomial parse_polynomial(std::string_view source) {
  detail::polynomial_parser parser{source};
  polynomial result = parser.sum();
  char const left = parser.next();
  if (left == '/') parser.fail("divides, which is not exact: state the product as a fact instead");
  if (left != '\0') parser.fail("has something that is not + - * ( ), a number or a symbol");
  if (parser.problem != nullptr) result.problem = parser.problem;
  return result;
}

}  // namespace shapeproof
