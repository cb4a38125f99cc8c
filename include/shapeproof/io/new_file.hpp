// SPDX-License-Identifier: BSL-1.0
/// Files that are complete or not there. Needs the component `shapeproof::files`.
#pragma once

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>

namespace shapeproof::io {

/// A file that has its name only when it is finished: an older one is there until then, and stays where something
/// fails. Everything that fails is a `file_error` with the name as it was given.
class new_file {
 public:
  /// Begins the file. What has the name already must be a regular file.
  explicit new_file(std::string name);
  new_file(new_file const&) = delete;
  new_file& operator=(new_file const&) = delete;
  ~new_file();

  /// Puts bytes behind those that were written.
  void write(std::span<std::byte const> bytes);
  /// Gives the file its name; nothing can be written after that.
  void finish();

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  std::string target_;  // without symbolic links, whose own names would be replaced
  std::string temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace shapeproof::io
