// SPDX-License-Identifier: BSL-1.0
/// Integer polynomials over named symbols, in one canonical form: equal polynomials have equal text.
#pragma once

#include <shapeproof/core/text.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// One term: a coefficient times the product of its symbols, which are sorted.
struct monomial {
  static constexpr std::size_t max_degree = 6;
  long long coefficient = 0;
  std::size_t degree = 0;
  std::string_view symbols[max_degree] = {};

  constexpr bool same_symbols(monomial const& other) const {
    if (degree != other.degree) return false;
    for (std::size_t i = 0; i < degree; ++i)
      if (symbols[i] != other.symbols[i]) return false;
    return true;
  }
  /// Higher degrees first, then by the symbols' alphabet.
  constexpr bool before(monomial const& other) const {
    if (degree != other.degree) return degree > other.degree;
    for (std::size_t i = 0; i < degree; ++i)
      if (symbols[i] != other.symbols[i]) return symbols[i] < other.symbols[i];
    return false;
  }
};

/// A sum of terms, sorted, without equal neighbours and without zeros. `problem` is set where the limits were passed.
struct polynomial {
  static constexpr std::size_t max_terms = 12;
  std::size_t count = 0;
  monomial terms[max_terms] = {};
  char const* problem = nullptr;

  constexpr polynomial() = default;
  constexpr polynomial(long long number) { add({.coefficient = number}); }
  static constexpr polynomial symbol(std::string_view name) {
    polynomial result;
    result.add({.coefficient = 1, .degree = 1, .symbols = {name}});
    return result;
  }

  constexpr void add(monomial const& term) {
    if (term.coefficient == 0) return;
    std::size_t at = 0;
    while (at < count && terms[at].before(term)) ++at;
    if (at < count && terms[at].same_symbols(term)) {
      if (__builtin_add_overflow(terms[at].coefficient, term.coefficient, &terms[at].coefficient))
        problem = "a number is too large";
      if (terms[at].coefficient != 0) return;
      for (--count; at < count; ++at) terms[at] = terms[at + 1];
      return;
    }
    if (count == max_terms) {
      problem = "has too many terms";
      return;
    }
    for (std::size_t i = count++; i > at; --i) terms[i] = terms[i - 1];
    terms[at] = term;
  }

  constexpr bool is_number() const { return count == 0 || (count == 1 && terms[0].degree == 0); }
  constexpr long long number() const { return count == 0 ? 0 : terms[0].coefficient; }

  /// True where every value of the symbols (all >= 0) gives a value >= 0; false where that is not evident.
  constexpr bool never_negative() const {
    if (problem != nullptr) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (terms[i].coefficient < 0) return false;
    return true;
  }
};

constexpr polynomial operator+(polynomial left, polynomial const& right) {
  for (std::size_t i = 0; i < right.count; ++i) left.add(right.terms[i]);
  if (right.problem != nullptr) left.problem = right.problem;
  return left;
}

constexpr polynomial operator*(polynomial const& left, polynomial const& right) {
  polynomial result;
  if (left.problem != nullptr) result.problem = left.problem;
  if (right.problem != nullptr) result.problem = right.problem;
  for (std::size_t i = 0; i < left.count; ++i)
    for (std::size_t j = 0; j < right.count; ++j) {
      monomial const& a = left.terms[i];
      monomial const& b = right.terms[j];
      if (a.degree + b.degree > monomial::max_degree) {
        result.problem = "multiplies too many symbols";
        return result;
      }
      monomial product{.coefficient = 0, .degree = a.degree + b.degree};
      if (__builtin_mul_overflow(a.coefficient, b.coefficient, &product.coefficient))
        result.problem = "a number is too large";
      for (std::size_t at = 0, from_a = 0, from_b = 0; at < product.degree; ++at) {
        bool const take_a = from_b == b.degree || (from_a < a.degree && a.symbols[from_a] < b.symbols[from_b]);
        product.symbols[at] = take_a ? a.symbols[from_a++] : b.symbols[from_b++];
      }
      result.add(product);
    }
  return result;
}

constexpr polynomial operator-(polynomial const& left, polynomial const& right) { return left + right * -1; }

constexpr bool operator==(polynomial const& left, polynomial const& right) { return (left - right).count == 0; }

/// The canonical text: `a*b+2*L-1`.
constexpr text to_text(polynomial const& value) {
  if (value.count == 0) return text::of("0");
  text result;
  for (std::size_t i = 0; i < value.count; ++i) {
    monomial const& term = value.terms[i];
    if (i > 0 && term.coefficient > 0) result.add("+");
    bool const hides_one = term.degree > 0 && (term.coefficient == 1 || term.coefficient == -1);
    if (hides_one && term.coefficient < 0) result.add("-");
    if (!hides_one) result.add(term.coefficient);
    for (std::size_t s = 0; s < term.degree; ++s) {
      if (s > 0 || !hides_one) result.add("*");
      result.add(term.symbols[s]);
    }
  }
  return result;
}

}  // namespace shapeproof
