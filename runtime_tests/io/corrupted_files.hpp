// SPDX-License-Identifier: BSL-1.0
/// Tables of changes that make a small file wrong, and what its reader must say of each.
#pragma once

#include "../allocation_meter.hpp"
#include "small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace corrupted_files {

/// Parts of a message.
using words = std::vector<char const*>;
/// The largest number.
inline constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

/// The reader throws an error with all these words; neither an allocation nor all together exceed file + 64 MB.
template <class Parse>
void check_refused(char const* name, Parse const& parse, std::string const& bytes, words const& expected) {
  CAPTURE(std::string(name));
  allocation_meter::start();
  std::string const message = small_files::refusal(parse, bytes);
  auto const memory = allocation_meter::stop();
  CAPTURE(message.substr(0, 1000));
  REQUIRE_FALSE(message.empty());
  for (std::string const word : expected) {
    CAPTURE(word);
    CHECK(message.find(word) != std::string::npos);
  }
  std::size_t const bound = bytes.size() + 64'000'000;
  CHECK(memory.largest <= bound);
  CHECK(memory.most_alive <= bound);
}

/// A change of a small valid file, and what its error must say.
template <class File>
struct mutation {
  char const* name;
  void (*change)(File&);
  words expected;
};

template <class File, class Parse, std::size_t Count>
void check_all(Parse const& parse, mutation<File> const (&mutations)[Count]) {
  CHECK(small_files::refusal(parse, File().bytes()).empty());
  for (auto const& [name, change, expected] : mutations) {
    File file;
    change(file);
    check_refused(name, parse, file.bytes(), expected);
  }
}

/// `text` with the first `from` replaced.
inline void replace(std::string& text, std::string const& from, std::string const& to) {
  text.replace(text.find(from), from.size(), to);
}

inline std::string repeated(std::string const& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace corrupted_files
