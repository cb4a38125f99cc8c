// SPDX-License-Identifier: BSL-1.0
/// The values of GGUF's metadata.
#pragma once

#include "byte_reader.hpp"

#include <shapeproof/io/metadata.hpp>

#include <cstdint>

namespace shapeproof::io::detail {

/// Reads a value of GGUF's type number `type`. Throws `malformed` for an unknown type, a bool that is neither 0 nor 1,
/// arrays of arrays deeper than 4, and what the bytes that are left cannot hold.
metadata_value read_value(byte_reader& reader, std::uint32_t type);

}  // namespace shapeproof::io::detail
