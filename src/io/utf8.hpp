// SPDX-License-Identifier: BSL-1.0
/// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace shapeproof::io::detail {

enum class sequence { whole, unfinished, malformed };

/// What bytes begin with: a whole character, the beginning of one that the bytes end in, or bytes that no character
/// begins with.
struct character {
  sequence kind = sequence::malformed;
  std::size_t length = 0;  // bytes; of what is not whole, the longest beginning of a character, or 1
  char32_t code = 0;       // the code point, if whole
};

/// The first character of bytes that are not empty (the well-formed sequences of RFC 3629).
character first_character(std::string_view bytes);

/// Throws `std::invalid_argument` that names the first byte that is not UTF-8.
void require_utf8(std::string_view text);

}  // namespace shapeproof::io::detail
