// SPDX-License-Identifier: BSL-1.0
/// Opening files that must be there.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

namespace shapeproof::io::detail {

/// The file, to be read from its beginning. Throws `std::runtime_error` that names it where it cannot be opened or
/// read.
inline std::ifstream open_file(std::string const& file) {
  std::ifstream source(file, std::ios::binary);
  if (!source) throw std::runtime_error("tokenizer: cannot open " + file);
  source.peek();  // a folder opens, and fails at its first byte
  if (source.bad()) throw std::runtime_error("tokenizer: cannot read " + file);
  return source;
}

}  // namespace shapeproof::io::detail
