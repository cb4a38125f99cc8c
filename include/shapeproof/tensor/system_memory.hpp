// SPDX-License-Identifier: BSL-1.0
/// Memory from the system, for large arrays of numbers.
#pragma once

#include <shapeproof/tensor/placement.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace shapeproof {

/// Whether new elements begin as zeros or as whatever the memory held.
enum class contents {
  zeros,       ///< every byte
  unspecified  ///< to be written before they are read
};

namespace detail {

/// Bytes that one owner has, aligned for any vector unit. Large zeros cost nothing until they are touched: the system
/// hands them out page by page.
class system_memory {
 public:
  system_memory() = default;
  system_memory(std::size_t bytes, contents begin) {
    if (bytes == 0) return;
    if (bytes > static_cast<std::size_t>(-1) - placement::alignment) throw std::bad_alloc();
    std::size_t const space = bytes + placement::alignment;
    block_ = begin == contents::zeros ? std::calloc(space, 1) : std::malloc(space);
    if (block_ == nullptr) throw std::bad_alloc();
    prefer_huge_pages(block_, space);
  }
  system_memory(system_memory&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  system_memory& operator=(system_memory&& other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~system_memory() {
    if (block_ != nullptr) std::free(block_);
  }

  /// Aligned for any vector unit.
  std::byte* data() const {
    auto const past_boundary = reinterpret_cast<std::uintptr_t>(block_) % placement::alignment;
    return static_cast<std::byte*>(block_) + (placement::alignment - past_boundary) % placement::alignment;
  }

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

  void* block_ = nullptr;
};

}  // namespace detail
}  // namespace shapeproof
