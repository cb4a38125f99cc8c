// SPDX-License-Identifier: BSL-1.0
/// Any bytes as a GGUF file.
#include <shapeproof/io/gguf.hpp>

#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(shapeproof::io::parse_gguf, data, size);
}
