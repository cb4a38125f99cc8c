// SPDX-License-Identifier: BSL-1.0
/// Text built at compile time, in a buffer of fixed capacity.
#pragma once

#include <shapeproof/core/fixed_string.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof {

/// A string builder for constant expressions. What exceeds the capacity is dropped: messages stay short.
struct text {
  static constexpr std::size_t capacity = 400;  ///< characters
  char characters[capacity + 1] = {};           ///< the first `size` count
  std::size_t size = 0;                         ///< how many characters there are

  /// The characters.
  constexpr std::string_view view() const { return {characters, size}; }

  /// Puts characters behind those that are there.
  constexpr text& add(std::string_view more) {
    for (char character : more)
      if (size < capacity) characters[size++] = character;
    return *this;
  }

  /// Puts a number behind them, in decimal digits.
  constexpr text& add(long long number) {
    if (number < 0) add("-");
    char digits[20] = {};
    std::size_t count = 0;
    auto rest = number < 0 ? 0ULL - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number);
    do digits[count++] = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    while (count > 0) add(std::string_view{&digits[--count], 1});
    return *this;
  }

  /// Puts another text behind them.
  constexpr text& add(text const& more) { return add(more.view()); }

  /// The parts, one after the other.
  template <class... Parts>
  static constexpr text of(Parts const&... parts) {
    text result;
    (result.add(parts), ...);
    return result;
  }
};

/// Where `part` begins in `whole`, or npos. The standard library's `find` is no constant in GCC 12 under
/// -fsanitize=undefined.
constexpr std::size_t place_of(std::string_view part, std::string_view whole) {
  for (std::size_t i = 0; i + part.size() <= whole.size(); ++i)
    if (whole.substr(i, part.size()) == part) return i;
  return std::string_view::npos;
}

namespace detail {
template <std::size_t Size>
constexpr fixed_string<Size> cut(std::string_view characters) {
  fixed_string<Size> result;
  for (std::size_t i = 0; i + 1 < Size; ++i) result.characters[i] = characters[i];
  return result;
}
template <text const& Source>
constexpr auto trimmed() {
  return cut<Source.size + 1>(Source.view());
}
template <class Message>
inline constexpr text message_text = Message::message();
}  // namespace detail

/// The text of `Message::message()` as a template argument of exactly its length.
template <class Message>
inline constexpr auto fixed_message = detail::trimmed<detail::message_text<Message>>();

}  // namespace shapeproof
