// SPDX-License-Identifier: BSL-1.0
/// Output of programs that say so where it is lost: on a full disk, or where nobody takes it.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace standard_output {

/// Writes the text through, so that a reader sees it at once. Throws `std::runtime_error` where it cannot be written.
inline void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(std::string("stdout cannot be written: ") + std::strerror(errno));
}

/// What a program ends with: this code, or 1 and a word on stderr where a part of what it printed, `std::cout`'s too,
/// could not be written.
inline int exit_code(int code) {
  bool const ended = std::fflush(stdout) == 0;
  if (ended && std::ferror(stdout) == 0) return code;
  std::fprintf(stderr, "error: stdout cannot be written: %s\n", ended ? "a part is lost" : std::strerror(errno));
  return 1;
}

}  // namespace standard_output
