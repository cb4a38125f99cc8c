// SPDX-License-Identifier: BSL-1.0
/// What a reader finds wrong, collected, so that one message has all of it.
#pragma once

#include <shapeproof/io/file_error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shapeproof::io::detail {

/// Collects problems of one file; the first 1000 are kept, the others counted.
class problem_list {
 public:
  explicit problem_list(std::string file);

  void add(std::string problem);
  bool empty() const { return kept_.empty(); }
  /// Throws `file_error` with all that was found, if anything was.
  void stop_if_any() const;
  /// Adds what makes further reading senseless, and throws.
  [[noreturn]] void stop(std::string problem);

 private:
  [[noreturn]] void raise() const;

  std::string file_;
  std::vector<std::string> kept_;
  std::size_t others_ = 0;
};

/// Text of a file for a message: in quotes, at most 100 bytes, quotes and what is not printable ASCII as \xNN.
std::string in_quotes(std::string_view text);

/// `tensor "name"`.
std::string tensor_named(std::string_view name);

}  // namespace shapeproof::io::detail
