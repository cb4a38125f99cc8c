// SPDX-License-Identifier: BSL-1.0
/// What the writer and the reader of packed files agree on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace shapeproof::io::detail {

/// How the header begins.
inline constexpr std::string_view packed_magic = R"({"__metadata__":{"format":"shapeproof packed")";

/// Tensors begin at multiples of it: a line of the cache.
inline constexpr std::size_t packed_alignment = 64;

/// Before the names of extents and options.
inline constexpr std::string_view extent_prefix = "extent.";
inline constexpr std::string_view option_prefix = "option.";

/// Before the numbers of tensors that fill the room between others.
inline constexpr std::string_view padding_prefix = "padding.";

inline std::string with_prefix(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(name);
}

}  // namespace shapeproof::io::detail
