// SPDX-License-Identifier: BSL-1.0
/// Values by their type numbers. Arrays are walked to check them, and stay where they are.
#include "gguf_values.hpp"

#include "tensor_checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace shapeproof::io {

namespace detail {

namespace {

/// Type numbers with more to them than bytes of a number.
constexpr std::uint32_t type_bool = 7;
constexpr std::uint32_t type_text = 8;
constexpr std::uint32_t type_array = 9;

/// The fewest bytes of a value of each type: a text has a length, an array a type and a count.
constexpr std::array<std::size_t, 13> least_bytes = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

constexpr std::size_t deepest_array = 4;

void require_known(byte_reader const& reader, std::uint32_t type) {
  if (type >= least_bytes.size()) reader.fail("expected a type of value from 0 to 12, found " + std::to_string(type));
}

bool read_bool(byte_reader& reader) {
  auto const byte = reader.number<std::uint8_t>("bool");
  if (byte > 1) reader.fail("expected a bool of 0 or 1, found " + std::to_string(byte));
  return byte == 1;
}

metadata_array read_array(byte_reader& reader, std::size_t depth) {
  if (depth > deepest_array)
    reader.fail("expected arrays to a depth of " + std::to_string(deepest_array) + ", found more");
  metadata_array result;
  result.type = reader.number<std::uint32_t>("type of elements");
  require_known(reader, result.type);
  result.count = reader.count(least_bytes[result.type], "elements");
  byte_reader walk = reader;
  for (std::size_t i = 0; i < result.count; ++i) {
    if (result.type == type_text)
      (void)walk.text("text");
    else if (result.type == type_bool)
      (void)read_bool(walk);
    else if (result.type == type_array)
      (void)read_array(walk, depth + 1);
    else
      (void)walk.take(least_bytes[result.type], "element");
  }
  result.bytes = reader.take(walk.position() - reader.position(), "elements");
  return result;
}

/// Any number becomes the widest of its kind.
template <class Number, class Widest>
metadata_value widened(byte_reader& reader) {
  return static_cast<Widest>(reader.number<Number>("value"));
}

}  // namespace

metadata_value read_value(byte_reader& reader, std::uint32_t type) {
  require_known(reader, type);
  switch (type) {
    case 0:
      return widened<std::uint8_t, std::uint64_t>(reader);
    case 1:
      return widened<std::int8_t, std::int64_t>(reader);
    case 2:
      return widened<std::uint16_t, std::uint64_t>(reader);
    case 3:
      return widened<std::int16_t, std::int64_t>(reader);
    case 4:
      return widened<std::uint32_t, std::uint64_t>(reader);
    case 5:
      return widened<std::int32_t, std::int64_t>(reader);
    case 6:
      return widened<float, double>(reader);
    case type_bool:
      return read_bool(reader);
    case type_text:
      return std::string(reader.text("text"));
    case type_array:
      return read_array(reader, 1);
    case 10:
      return widened<std::uint64_t, std::uint64_t>(reader);
    case 11:
      return widened<std::int64_t, std::int64_t>(reader);
    default:
      return widened<double, double>(reader);
  }
}

}  // namespace detail

std::vector<metadata_value> elements_of(metadata_array const& array) {
  detail::byte_reader reader(array.bytes);
  reader.within("array");
  std::vector<metadata_value> elements;
  elements.reserve(std::min(array.count, array.bytes.size()));  // an element has a byte at least
  for (std::size_t i = 0; i < array.count; ++i) elements.push_back(detail::read_value(reader, array.type));
  return elements;
}

std::optional<std::int64_t> whole_number(metadata_value const& value) {
  if (auto const* number = std::get_if<std::int64_t>(&value)) return *number;
  if (auto const* number = std::get_if<std::uint64_t>(&value))
    return *number <= INT64_MAX ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
  auto const* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  std::int64_t number = 0;
  auto const [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  return error == std::errc() && end == text->data() + text->size() ? std::optional(number) : std::nullopt;
}

}  // namespace shapeproof::io
