// SPDX-License-Identifier: BSL-1.0
/// A file's bytes in memory, without a copy.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace shapeproof::io {

/// A whole file, mapped read-only for as long as this lives. Nobody may shorten the file meanwhile: the system ends a
/// program that reads what is gone.
class mapped_file {
 public:
  /// Throws `file_error` for a file that is missing, not readable, empty, or not a regular file.
  explicit mapped_file(std::string name);
  ~mapped_file();
  /// Takes the mapping over; `other` has no bytes then.
  mapped_file(mapped_file&& other) noexcept;
  /// Exchanges the mappings.
  mapped_file& operator=(mapped_file&& other) noexcept;

  /// The name that was given.
  std::string const& name() const noexcept { return name_; }
  /// All bytes; they stay in place when this is moved. Empty after a move.
  std::span<std::byte const> bytes() const noexcept { return {data_, size_}; }

  /// A wish, for files that are read from end to end again and again: that the system reads and maps them in huge pages
  /// where its file system can.
  void prefer_huge_pages() const noexcept;

 private:
  std::string name_;
  std::byte const* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace shapeproof::io
