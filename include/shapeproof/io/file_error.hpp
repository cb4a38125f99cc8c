// SPDX-License-Identifier: BSL-1.0
/// What readers of files throw.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace shapeproof::io {

/// A file that cannot be used, with everything that was found wrong in it.
class file_error : public std::runtime_error {
 public:
  /// `what()` is `file: problem`, or `file: 3 problems:` and a line for each.
  file_error(std::string file, std::vector<std::string> problems);

  /// The name of the file, as it was given.
  std::string const& file() const noexcept { return file_; }
  /// What was found, in the order of finding: at least one.
  std::vector<std::string> const& problems() const noexcept { return problems_; }

 private:
  std::string file_;
  std::vector<std::string> problems_;
};

}  // namespace shapeproof::io
