// SPDX-License-Identifier: BSL-1.0
/// Any bytes as a llama2.c file.
#include <shapeproof/io/llama2c.hpp>

#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(shapeproof::io::parse_llama2c, data, size);
}
