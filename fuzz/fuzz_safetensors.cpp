// SPDX-License-Identifier: BSL-1.0
/// Any bytes as a safetensors file.
#include <shapeproof/io/safetensors.hpp>

#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(shapeproof::io::parse_safetensors, data, size);
}
