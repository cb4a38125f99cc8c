// SPDX-License-Identifier: BSL-1.0
/// Memory maps by POSIX.
#include <shapeproof/io/file_error.hpp>
#include <shapeproof/io/mapped_file.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace shapeproof::io {

namespace {

/// What the last system call complains of.
std::string reason() { return std::generic_category().message(errno); }

/// An open file, closed at the end of its scope: a map stays without it.
struct descriptor {
  int number;
  explicit descriptor(int opened) : number(opened) {}
  descriptor(descriptor&&) = delete;
  ~descriptor() {
    if (number >= 0) ::close(number);
  }
};

}  // namespace

mapped_file::mapped_file(std::string name) : name_(std::move(name)) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  descriptor const file(::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number < 0) throw file_error(name_, {"cannot be opened: " + reason()});
  struct stat status = {};
  if (::fstat(file.number, &status) != 0) throw file_error(name_, {"cannot be examined: " + reason()});
  if (S_ISDIR(status.st_mode)) throw file_error(name_, {"is a directory, not a file"});
  if (!S_ISREG(status.st_mode)) throw file_error(name_, {"is not a regular file"});
  if (status.st_size == 0) throw file_error(name_, {"is empty"});
  auto const size = static_cast<std::size_t>(status.st_size);
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (start == MAP_FAILED) throw file_error(name_, {"cannot be mapped: " + reason()});
  data_ = static_cast<std::byte const*>(start);
  size_ = size;
}

mapped_file::~mapped_file() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

void mapped_file::prefer_huge_pages() const noexcept {
#if defined(MADV_HUGEPAGE)
  (void)::madvise(const_cast<std::byte*>(data_), size_, MADV_HUGEPAGE);
#endif
}

mapped_file::mapped_file(mapped_file&& other) noexcept
    : name_(std::move(other.name_)), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

mapped_file& mapped_file::operator=(mapped_file&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace shapeproof::io
