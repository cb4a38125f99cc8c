// SPDX-License-Identifier: BSL-1.0
/// A scanner in place of GPT-2's regular expression.
#include "gpt2_words.hpp"

#include "utf8.hpp"

#include <utf8proc.h>

#include <cstddef>

namespace shapeproof::io::detail {

namespace {

enum class kind { letter, number, space, other };

/// Unicode's White_Space. Python's own `re` adds U+001C to U+001F; GPT-2's `regex` does not.
bool is_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F ||
         code == 0x3000;
}

kind kind_of(char32_t code) {
  if (is_space(code)) return kind::space;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return kind::letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return kind::number;
    default:
      return kind::other;
  }
}

/// Characters of one kind at the front.
struct run {
  kind of = kind::other;
  std::size_t length = 0;  // bytes
  std::size_t last = 0;    // bytes of the last character
};

run run_of(std::string_view text) {
  run result = {kind_of(first_character(text).code), 0, 0};
  while (result.length < text.size()) {
    character const next = first_character(text.substr(result.length));
    if (kind_of(next.code) != result.of) break;
    result.length += next.length;
    result.last = next.length;
  }
  return result;
}

std::size_t word_length(std::string_view text) {
  for (std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (text.starts_with(ending)) return ending.size();
  if (text.size() > 1 && text.front() == ' ')
    if (run const word = run_of(text.substr(1)); word.of != kind::space) return 1 + word.length;
  run const front = run_of(text);
  // The last space before a word is left to the word.
  if (front.of == kind::space && front.length < text.size() && front.length > front.last)
    return front.length - front.last;
  return front.length;
}

}  // namespace

std::vector<std::string_view> gpt2_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    words.push_back(text.substr(0, word_length(text)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

}  // namespace shapeproof::io::detail
