// SPDX-License-Identifier: BSL-1.0
/// Integer polynomials over named symbols, in one canonical form: equal polynomials have equal text.
#pragma once

#include <shapeproof/core/text.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// One term: a coefficient times the product of its symbols, which are sorted.
struct monomial {
  static constexpr std::size_t max_degree = 6;  ///< symbols in a product, repeated ones counted
  long long coefficient = 0;                    ///< what the product of the symbols is multiplied by
  std::size_t degree = 0;                       ///< how many symbols there are
  std::string_view symbols[max_degree] = {};    ///< sorted by the alphabet

  /// Whether the two differ in their coefficients only.
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
  static constexpr std::size_t max_terms = 12;  ///< more are a problem
  std::size_t count = 0;                        ///< how many terms there are
  monomial terms[max_terms] = {};               ///< the first `count` count
  char const* problem = nullptr;                ///< why it is not what was asked for, such as `has too many terms`

  constexpr polynomial() = default;
  /// A number.
  constexpr polynomial(long long number) { add({.coefficient = number}); }
  /// One symbol; its name must live as long as the polynomial.
  static constexpr polynomial symbol(std::string_view name) {
    polynomial result;
    result.add({.coefficient = 1, .degree = 1, .symbols = {name}});
    return result;
  }

  /// Adds one term in its place. Numbers and terms beyond the limits set `problem`.
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

  /// Whether no symbol is left.
  constexpr bool is_number() const { return count == 0 || (count == 1 && terms[0].degree == 0); }
  /// The value, where `is_number()`.
  constexpr long long number() const { return count == 0 ? 0 : terms[0].coefficient; }

  /// True where every value of the symbols (all >= 0) gives a value >= 0; false where that is not evident.
  constexpr bool never_negative() const {
    if (problem != nullptr) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (terms[i].coefficient < 0) return false;
    return true;
  }
};

/// The sum. A problem of either side is its problem.
constexpr polynomial operator+(polynomial left, polynomial const& right) {
  for (std::size_t i = 0; i < right.count; ++i) left.add(right.terms[i]);
  if (right.problem != nullptr) left.problem = right.problem;
  return left;
}

/// The product. A problem of either side is its problem; too many symbols in one term are one.
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

/// The difference. A problem of either side is its problem.
constexpr polynomial operator-(polynomial const& left, polynomial const& right) { return left + right * -1; }

/// The exact quotient by one term, such as 2 or `tp`. Where a term of `value` is not a multiple of it, or it is 0 or a
/// sum, that is the quotient's problem: there is no floor division.
constexpr polynomial divided(polynomial const& value, polynomial const& divisor) {
  polynomial result;
  if (value.problem != nullptr) result.problem = value.problem;
  if (divisor.problem != nullptr || divisor.count != 1) result.problem = "is divided by what is not one term";
  if (result.problem != nullptr) return result;
  monomial const& by = divisor.terms[0];
  for (std::size_t i = 0; i < value.count; ++i) {
    monomial const& term = value.terms[i];
    monomial quotient{.coefficient = term.coefficient / by.coefficient};
    std::size_t taken = 0;
    for (std::size_t s = 0; s < term.degree; ++s) {
      if (taken < by.degree && term.symbols[s] == by.symbols[taken])
        ++taken;
      else
        quotient.symbols[quotient.degree++] = term.symbols[s];
    }
    if (term.coefficient % by.coefficient != 0 || taken != by.degree) {
      result.problem = "is not a multiple of it";
      return result;
    }
    result.add(quotient);
  }
  return result;
}

/// Whether both have one value for all values of the symbols.
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
