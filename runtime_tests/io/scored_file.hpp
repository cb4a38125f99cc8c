// SPDX-License-Identifier: BSL-1.0
/// Files of scored pieces, made for a test.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace files {

struct scored {
  std::string text;
  float score = 0;
};

template <class Number>
std::string little_endian(Number value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

inline std::string entry(scored const& piece) {
  return little_endian(piece.score) + little_endian(static_cast<std::int32_t>(piece.text.size())) + piece.text;
}

/// The first 259 pieces of every file.
inline std::vector<scored> reserved() {
  std::vector<scored> pieces = {{"<unk>"}, {"\n<s>\n"}, {"\n</s>\n"}};
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::array<char, 8> spelled = {};
    std::snprintf(spelled.data(), spelled.size(), "<0x%02X>", byte);
    pieces.push_back({spelled.data()});
  }
  return pieces;
}

inline std::string file_of(std::vector<scored> const& pieces, std::int32_t longest = 8) {
  std::string bytes = little_endian(longest);
  for (scored const& piece : pieces) bytes += entry(piece);
  return bytes;
}

inline std::string file_with(std::vector<scored> const& more, std::int32_t longest = 8) {
  std::vector<scored> pieces = reserved();
  pieces.insert(pieces.end(), more.begin(), more.end());
  return file_of(pieces, longest);
}

}  // namespace files
