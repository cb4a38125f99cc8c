// SPDX-License-Identifier: BSL-1.0
/// UTF-8, one character at a time.
#include "utf8.hpp"

#include <stdexcept>
#include <string>

namespace shapeproof::io::detail {

namespace {

/// How many bytes this one begins, or 0.
std::size_t length_from(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

/// The second byte has less room after some leads: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool continues(unsigned char lead, std::size_t place, unsigned char byte) {
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (place == 1) {
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  }
  return byte >= low && byte <= high;
}

}  // namespace

character first_character(std::string_view bytes) {
  auto const lead = static_cast<unsigned char>(bytes[0]);
  std::size_t const length = length_from(lead);
  if (length == 0) return {sequence::malformed, 1, 0};
  char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == bytes.size()) return {sequence::unfinished, i, 0};
    auto const byte = static_cast<unsigned char>(bytes[i]);
    if (!continues(lead, i, byte)) return {sequence::malformed, i, 0};
    code = code << 6 | (byte & 0x3FU);
  }
  return {sequence::whole, length, code};
}

void require_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    character const next = first_character(text.substr(at));
    if (next.kind != sequence::whole)
      throw std::invalid_argument("tokenizer: the text is not UTF-8 at byte " + std::to_string(at));
    at += next.length;
  }
}

}  // namespace shapeproof::io::detail
