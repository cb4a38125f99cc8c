// SPDX-License-Identifier: BSL-1.0
/// A temporary file beside the one that is to be, renamed at the end.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/new_file.hpp>

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace shapeproof::io {

new_file::new_file(std::string name) : name_(std::move(name)) {
  std::error_code none;
  target_ = std::filesystem::weakly_canonical(name_, none).string();
  if (std::filesystem::exists(target_, none) && !std::filesystem::is_regular_file(target_, none))
    throw file_error(name_, {"cannot be written: it is there and is not a regular file"});
  temporary_ = target_ + "." + std::to_string(::getpid()) + ".partial";
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (file_ == nullptr) fail();
}

new_file::~new_file() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(temporary_.c_str());
}

void new_file::write(std::span<std::byte const> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
}

void new_file::finish() {
  if (std::fflush(file_) != 0 || std::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  std::fclose(std::exchange(file_, nullptr));
}

void new_file::fail() const {
  throw file_error(name_, {"cannot be written: " + std::generic_category().message(errno)});
}

}  // namespace shapeproof::io
