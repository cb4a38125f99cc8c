// SPDX-License-Identifier: BSL-1.0
/// What a weight file says about itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace shapeproof::io {

/// An array in a GGUF file: its elements stay there, checked. `elements_of` reads them.
struct metadata_array {
  /// GGUF's number of the elements' type.
  std::uint32_t type = 0;
  /// The number of elements.
  std::size_t count = 0;
  /// The elements as the file has them; valid as long as the file's bytes are.
  std::span<std::byte const> bytes;
};

/// safetensors and llama2c have texts only. GGUF's unsigned, signed and floating types of any width become the widest.
using metadata_value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, metadata_array>;

/// Key to value.
using metadata_map = std::map<std::string, metadata_value>;

/// The elements of an array, each as a value of its own; an array among them is again a `metadata_array`. Throws
/// `std::runtime_error` for an array that no reader made.
std::vector<metadata_value> elements_of(metadata_array const& array);

/// An integer as it is, or a text of decimal digits with an optional minus; nothing for other values and for those
/// beyond 64 bits. So one caller reads `dim` of any container.
std::optional<std::int64_t> whole_number(metadata_value const& value);

}  // namespace shapeproof::io
