// SPDX-License-Identifier: BSL-1.0
/// Tensors as files have them: names, extents and bytes, whatever the container.
#pragma once

#include <shapeproof/io/metadata.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io {

/// How an element of a file is stored.
enum class element_type {
  f32,   ///< IEEE 754 single
  f16,   ///< IEEE 754 half
  bf16,  ///< the upper half of a single
  u8     ///< a byte, which only packed files have
};

/// Bytes of one element.
constexpr std::size_t size_of(element_type type) {
  return type == element_type::f32 ? 4 : type == element_type::u8 ? 1 : 2;
}

/// `F32`, `F16`, `BF16` or `U8`.
constexpr std::string_view name_of(element_type type) {
  constexpr std::string_view names[] = {"F32", "F16", "BF16", "U8"};
  return names[static_cast<std::size_t>(type)];
}

/// A tensor in a file. A reader made sure that `bytes` has the product of `extents` elements.
struct stored_tensor {
  /// Its name in the container.
  std::string name;
  /// How an element is stored, little-endian.
  element_type elements = element_type::f32;
  /// The outermost first; elements are row-major. None at all: one element.
  std::vector<std::size_t> extents;
  /// The elements in the file; not always aligned for their type.
  std::span<std::byte const> bytes;
};

/// What a container holds. The tensors view the bytes that were parsed, which must outlive them.
struct tensor_file {
  /// In the order of the file's list.
  std::vector<stored_tensor> tensors;
  /// What the file says about itself.
  metadata_map metadata;
  /// What a caller may want to know though the file is usable, such as elements that are not finite.
  std::vector<std::string> warnings;

  /// The tensor of this name, or null.
  stored_tensor const* find(std::string_view name) const;
};

/// The number of elements.
constexpr std::size_t element_count(stored_tensor const& tensor) {
  return tensor.bytes.size() / size_of(tensor.elements);
}

/// Writes all `element_count(tensor)` elements in order. Each value is kept exactly: subnormal, infinite, NaN.
void to_floats(stored_tensor const& tensor, float* out);

}  // namespace shapeproof::io
