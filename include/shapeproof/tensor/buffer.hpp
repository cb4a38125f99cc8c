// SPDX-License-Identifier: BSL-1.0
/// Memory that a tensor owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace shapeproof {

/// Whether new elements begin as zeros or as whatever the memory held.
enum class contents { zeros, unspecified };

/// `count` elements, aligned for any vector unit; moves like a unique pointer. Large zeros cost nothing until they are
/// touched: the system hands them out page by page.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "tensor elements are plain data");

 public:
  static constexpr std::size_t alignment = 64;

  buffer() = default;
  explicit buffer(std::size_t count, contents begin = contents::unspecified) : count_(count) {
    if (count == 0) return;
    if (count > (static_cast<std::size_t>(-1) - alignment) / sizeof(T)) throw std::bad_alloc();
    std::size_t const space = count * sizeof(T) + alignment;
    block_ = begin == contents::zeros ? std::calloc(space, 1) : std::malloc(space);
    if (block_ == nullptr) throw std::bad_alloc();
    prefer_huge_pages(block_, space);
    auto const past_boundary = reinterpret_cast<std::uintptr_t>(block_) % alignment;
    data_ = reinterpret_cast<T*>(static_cast<char*>(block_) + (alignment - past_boundary) % alignment);
  }
  buffer(buffer const& other) : buffer(other.count_) {
    if (count_ > 0) std::memcpy(static_cast<void*>(data_), other.data_, count_ * sizeof(T));
  }
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer other) noexcept {
    swap(other);
    return *this;
  }
  ~buffer() { std::free(block_); }

  T* data() { return data_; }
  T const* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  /// Weights are read from end to end: with small pages the address translation costs about a fifth of the time.
  static void prefer_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr std::size_t page = 4096;
    constexpr std::size_t worthwhile = std::size_t{4} << 20;
    if (bytes < worthwhile) return;
    std::size_t const skipped = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    (void)madvise(static_cast<char*>(block) + skipped, bytes - skipped, MADV_HUGEPAGE);
#endif
  }

  void swap(buffer& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }

  void* block_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace shapeproof
