// SPDX-License-Identifier: BSL-1.0
/// What may be written as an extent: `7`, `hana::size_c<7>`, `"past+1"`.
#pragma once

#include <shapeproof/core/fixed_string.hpp>
#include <shapeproof/core/parse.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof {

/// An extent as its user wrote it: a number, or text over symbols.
template <std::size_t Size>
struct extent {
  fixed_string<Size> expression = {};  ///< the text, empty for a number
  long long number = -1;               ///< the number, -1 for text
  /// A number from here on is in its canonical form already; text never is.
  static constexpr long long smallest_plain = 0;

  /// A number: `7`.
  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr extent(Integer value) : number(static_cast<long long>(value)) {}
  /// An integral constant, such as Boost.Hana's `size_c<7>` or `7_c`.
  template <class Constant>
    requires requires { Constant::value; }
  constexpr extent(Constant) : number(static_cast<long long>(Constant::value)) {}
  /// Text over symbols: `"past+1"`.
  constexpr extent(char const (&literal)[Size]) : expression(literal) {}
  /// The same from a name: `axis<"L">` has the extent L.
  constexpr extent(fixed_string<Size> const& source) : expression(source) {}

  /// Whether it was written as a number.
  constexpr bool is_number() const { return Size == 1; }
  /// Its polynomial; `problem` says why where there is none.
  constexpr polynomial value() const { return is_number() ? polynomial(number) : parse_polynomial(expression.view()); }
};

template <class Integer>
  requires std::is_integral_v<Integer>
extent(Integer) -> extent<1>;
template <class Constant>
  requires requires { Constant::value; }
extent(Constant) -> extent<1>;
template <std::size_t Size>
extent(char const (&)[Size]) -> extent<Size>;
template <std::size_t Size>
extent(fixed_string<Size>) -> extent<Size>;

}  // namespace shapeproof
