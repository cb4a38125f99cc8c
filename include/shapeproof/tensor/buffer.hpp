// SPDX-License-Identifier: BSL-1.0
/// Memory that a tensor owns.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// `count` elements, aligned for any vector unit; moves like a unique pointer.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "tensor elements are plain data");

 public:
  static constexpr std::size_t alignment = 64;

  buffer() = default;
  explicit buffer(std::size_t count) : count_(count) {
    if (count == 0) return;
    if (count > (static_cast<std::size_t>(-1) - alignment) / sizeof(T)) throw std::bad_alloc();
    // The size that aligned_alloc wants is a multiple of the alignment.
    std::size_t const bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    data_ = static_cast<T*>(std::aligned_alloc(alignment, bytes));
    if (data_ == nullptr) throw std::bad_alloc();
  }
  buffer(buffer const& other) : buffer(other.count_) {
    if (count_ > 0) std::memcpy(static_cast<void*>(data_), other.data_, count_ * sizeof(T));
  }
  buffer(buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  buffer& operator=(buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~buffer() { std::free(data_); }

  T* data() { return data_; }
  T const* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace shapeproof
