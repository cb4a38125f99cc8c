// SPDX-License-Identifier: BSL-1.0
/// Reads numbers and texts from bytes that may end too early.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace shapeproof::io::detail {

static_assert(std::endian::native == std::endian::little, "the containers' numbers are read as they are");

/// Bytes that are not what they should be; a reader of a container makes it a `file_error`.
struct malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Walks through bytes, and throws `malformed` rather than leave them.
class byte_reader {
 public:
  explicit byte_reader(std::span<std::byte const> bytes) : bytes_(bytes) {}

  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }

  /// What is being read, for messages: `metadata "key"`.
  void within(std::string part) { part_ = std::move(part); }
  [[noreturn]] void fail(std::string const& problem) const { throw malformed(part_ + ": " + problem); }

  /// The next `count` bytes.
  std::span<std::byte const> take(std::size_t count, char const* what) {
    if (count > left())
      fail("expected " + std::to_string(count) + " bytes for its " + what + ", found " + std::to_string(left()) +
           " bytes left");
    auto const result = bytes_.subspan(position_, count);
    position_ += count;
    return result;
  }

  template <class Number>
  Number number(char const* what) {
    Number result = {};
    std::memcpy(&result, take(sizeof(Number), what).data(), sizeof(Number));
    return result;
  }

  /// A length in 8 bytes, then as many bytes.
  std::string_view text(char const* what) {
    auto const length = number<std::uint64_t>(what);
    auto const bytes = take(length, what);
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  }

  /// A count in 8 bytes of what needs `least` bytes each, and so cannot be more than the bytes that are left allow.
  std::size_t count(std::size_t least, char const* what) {
    auto const result = number<std::uint64_t>(what);
    if (result > left() / least)
      fail("expected at most " + std::to_string(left() / least) + " " + what + " in the " + std::to_string(left()) +
           " bytes left, found " + std::to_string(result));
    return result;
  }

 private:
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0;
  std::string part_ = "file";
};

}  // namespace shapeproof::io::detail
