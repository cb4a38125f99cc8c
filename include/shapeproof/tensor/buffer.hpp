// SPDX-License-Identifier: BSL-1.0
/// Memory that a tensor owns.
#pragma once

#include <shapeproof/tensor/arena.hpp>
#include <shapeproof/tensor/system_memory.hpp>

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// `count` elements, aligned for any vector unit, from the thread's arena or the system; moves like a unique pointer.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "tensor elements are plain data");

 public:
  static constexpr std::size_t alignment = placement::alignment;  ///< bytes

  buffer() = default;
  /// Room for `count` elements. Throws std::bad_alloc.
  explicit buffer(std::size_t count, contents begin = contents::unspecified) : count_(count) {
    if (count == 0) return;
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    std::size_t const bytes = count * sizeof(T);
    std::byte* place = nullptr;
    if (detail::current_arena != nullptr) place = detail::current_arena->take(bytes);
    if (place != nullptr) {
      arena_ = detail::current_arena;
      if (begin == contents::zeros) std::memset(place, 0, bytes);
    } else {
      own_ = detail::system_memory(bytes, begin);
      place = own_.data();
    }
    data_ = reinterpret_cast<T*>(place);
  }
  /// A copy of the elements. Throws std::bad_alloc.
  buffer(buffer const& other) : buffer(other.count_) {
    if (count_ > 0) std::memcpy(static_cast<void*>(data_), other.data_, count_ * sizeof(T));
  }
  /// Takes the elements over; `other` has none then.
  buffer(buffer&& other) noexcept
      : own_(std::move(other.own_)),
        arena_(std::exchange(other.arena_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        count_(std::exchange(other.count_, 0)) {}
  /// Takes over those of a copy, or of what expires.
  buffer& operator=(buffer other) noexcept {
    std::swap(own_, other.own_);
    std::swap(arena_, other.arena_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~buffer() {
    if (arena_ != nullptr) arena_->give_back(data_);
  }

  /// The first element, or null.
  T* data() { return data_; }
  /// The first element, or null.
  T const* data() const { return data_; }
  /// How many elements there are.
  std::size_t size() const { return count_; }

 private:
  detail::system_memory own_;
  detail::arena_memory* arena_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace shapeproof
