// SPDX-License-Identifier: BSL-1.0
/// Text of a length known to the compiler, usable as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// A string literal as a structural value: two of them are the same template argument if their characters are. `Size`
/// counts the zero at the end, as it does in the type of the literal: compilers then print a number, no expression.
template <std::size_t Size>
struct fixed_string {
  char characters[Size] = {};  ///< and a zero at the end

  /// Zeros. The last one is written, since Clang prints numbers where none was.
  constexpr fixed_string() { characters[Size - 1] = '\0'; }
  /// The characters of a literal.
  constexpr fixed_string(char const (&literal)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = literal[i];
  }

  /// The characters without the zero.
  constexpr std::string_view view() const { return {characters, Size - 1}; }
};

}  // namespace shapeproof
