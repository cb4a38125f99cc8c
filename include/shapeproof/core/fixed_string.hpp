// SPDX-License-Identifier: BSL-1.0
/// Text of a length known to the compiler, usable as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// A string literal as a structural value: two of them are the same template argument if their characters are.
template <std::size_t Length>
struct fixed_string {
  char characters[Length + 1] = {};

  constexpr fixed_string() { characters[Length] = '\0'; }  // without a zero that was written, Clang prints numbers
  constexpr fixed_string(char const (&literal)[Length + 1]) {
    for (std::size_t i = 0; i <= Length; ++i) characters[i] = literal[i];
  }

  constexpr std::string_view view() const { return {characters, Length}; }
};

template <std::size_t Size>
fixed_string(char const (&)[Size]) -> fixed_string<Size - 1>;

}  // namespace shapeproof
