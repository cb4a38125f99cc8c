// SPDX-License-Identifier: BSL-1.0
/// Small valid weight files, part by part, so that a test can change one part.
#pragma once

#include <shapeproof/io/file_error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace small_files {

/// A number's bytes.
template <class Number>
std::string number(Number value) {
  std::string bytes(sizeof(Number), '\0');
  std::memcpy(bytes.data(), &value, sizeof(Number));
  return bytes;
}

/// Floats 0, 1, 2...: 4 bytes each.
inline std::string floats(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += number(static_cast<float>(i));
  return bytes;
}

inline std::span<std::byte const> view(std::string const& bytes) { return std::as_bytes(std::span(bytes)); }

/// What a reader says of these bytes, or nothing where it accepts them.
template <class Parse>
std::string refusal(Parse const& parse, std::string const& bytes) {
  try {
    (void)parse(view(bytes), "file");
  } catch (shapeproof::io::file_error const& error) {
    return error.what();
  }
  return {};
}

/// Two tensors: `first` of 2 x 3, `second` of 2.
struct safetensors {
  std::string first = R"("first":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]})";
  std::string second = R"("second":{"dtype":"F32","shape":[2],"data_offsets":[24,32]})";
  std::string metadata = R"("__metadata__":{"dim":"64"})";
  std::optional<std::string> header = {};
  std::optional<std::uint64_t> length = {};
  std::string data = floats(8);

  std::string bytes() const {
    std::string const text = header.value_or("{" + metadata + "," + first + "," + second + "}");
    return number(length.value_or(text.size())) + text + data;
  }
};

/// A length, then the text.
inline std::string gguf_text(std::string const& text) { return number<std::uint64_t>(text.size()) + text; }

/// A key and a value, given as bytes, of a type.
inline std::string gguf_key(std::string const& key, std::uint32_t type, std::string const& value) {
  return gguf_text(key) + number(type) + value;
}

/// Elements, given as bytes, of a type.
inline std::string gguf_array(std::uint32_t type, std::uint64_t count, std::string const& elements) {
  return number(type) + number(count) + elements;
}

/// A tensor in GGUF's list.
struct gguf_tensor {
  std::string name;
  std::vector<std::uint64_t> extents;  // the innermost first
  std::uint32_t type = 0;
  std::uint64_t offset = 0;

  std::string bytes() const {
    std::string result = gguf_text(name) + number(static_cast<std::uint32_t>(extents.size()));
    for (auto const extent : extents) result += number(extent);
    return result + number(type) + number(offset);
  }
};

/// Two tensors: `first` of 2 x 3 in 24 bytes and 8 of padding, `second` of 2.
struct gguf {
  std::string magic = "GGUF";
  std::uint32_t version = 3;
  std::vector<std::string> keys = {gguf_key("llama.block_count", 4, number<std::uint32_t>(5))};
  gguf_tensor first = {"first", {3, 2}, 0, 0};
  gguf_tensor second = {"second", {2}, 0, 32};
  std::optional<std::uint64_t> tensor_count = {};
  std::optional<std::uint64_t> key_count = {};
  std::size_t alignment = 32;
  std::string data = floats(6) + std::string(8, '\0') + floats(2);

  std::string bytes() const {
    std::string result = magic + number(version) + number(tensor_count.value_or(2)) +
                         number(key_count.value_or(static_cast<std::uint64_t>(keys.size())));
    for (auto const& key : keys) result += key;
    result += first.bytes() + second.bytes();
    result.resize((result.size() + alignment - 1) / alignment * alignment);
    return result + data;
  }
};

/// Two layers of width 4 in two heads, hidden 3, one key/value head, vocabulary 5, 2 positions.
struct llama2c {
  std::array<std::int32_t, 7> header = {4, 3, 2, 2, 1, 5, 2};
  std::size_t layer_floats = 4 + 16 + 8 + 8 + 16 + 4 + 12 + 12 + 12;
  std::string data = floats(5 * 4 + 2 * layer_floats + 4 + 2 * 2);

  std::string bytes() const {
    std::string result;
    for (auto const value : header) result += number(value);
    return result + data;
  }
};

}  // namespace small_files
