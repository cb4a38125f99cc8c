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
  fixed_string<Size> expression = {};
  long long number = -1;
  /// A number from here on is in its canonical form already; text never is.
  static constexpr long long smallest_plain = 0;

  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr extent(Integer value) : number(static_cast<long long>(value)) {}
  /// An integral constant, such as Boost.Hana's `size_c<7>` or `7_c`.
  template <class Constant>
    requires requires { Constant::value; }
  constexpr extent(Constant) : number(static_cast<long long>(Constant::value)) {}
  constexpr extent(char const (&literal)[Size]) : expression(literal) {}
  constexpr extent(fixed_string<Size> const& source) : expression(source) {}

  constexpr bool is_number() const { return Size == 1; }
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
