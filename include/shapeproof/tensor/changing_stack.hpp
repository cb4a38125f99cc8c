// SPDX-License-Identifier: BSL-1.0
/// A stack whose elements change their type, in memory that is used again.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace shapeproof {

/// As many layers as one likes, whose type changes with each step: the new ones are built where an earlier change had
/// its old ones, so that a loop over a few types allocates nothing after its first turns. Throws std::bad_alloc.
template <class Layer>
class changing_stack {
  static_assert(alignof(Layer) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  template <class Other>
  friend class changing_stack;

 public:
  changing_stack() = default;
  /// With room for so many layers.
  explicit changing_stack(std::size_t capacity) : memory_(bytes_of(capacity)), capacity_(capacity) {}
  /// Copies of the layers.
  changing_stack(changing_stack const& other) : changing_stack(other.size_) {
    for (Layer const& each : other) emplace_back(each);
  }
  /// Takes the layers over; `other` has none then.
  changing_stack(changing_stack&& other) noexcept { swap(other); }
  /// Takes over those of a copy, or of what expires.
  changing_stack& operator=(changing_stack other) noexcept {
    swap(other);
    return *this;
  }
  ~changing_stack() { clear(); }

  /// The stack of `change(layer, i)` for each layer of another one, which is empty afterwards.
  template <class Other, class Change>
  changing_stack(changing_stack<Other>&& from, Change const& change) : changing_stack() {
    memory_ = std::move(from.spare_);
    capacity_ = from.size_;
    if (memory_.size() < bytes_of(capacity_)) memory_ = std::vector<std::byte>(bytes_of(capacity_));
    for (std::size_t i = 0; i < from.size_; ++i) emplace_back(change(std::move(from[i]), i));
    from.clear();
    spare_ = std::move(from.memory_);
  }

  /// One layer more. Throws std::bad_alloc where there is no room for it.
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    if (size_ == capacity_) throw std::bad_alloc();
    ::new (static_cast<void*>(memory_.data() + size_ * sizeof(Layer))) Layer(std::forward<Arguments>(arguments)...);
    ++size_;
  }

  /// How many layers there are.
  std::size_t size() const { return size_; }
  Layer* begin() { return reinterpret_cast<Layer*>(memory_.data()); }                    ///< the first layer
  Layer const* begin() const { return reinterpret_cast<Layer const*>(memory_.data()); }  ///< the first layer
  Layer* end() { return begin() + size_; }                                               ///< behind the last layer
  Layer const* end() const { return begin() + size_; }                                   ///< behind the last layer
  Layer& operator[](std::size_t i) { return begin()[i]; }                                ///< layer i, unchecked
  Layer const& operator[](std::size_t i) const { return begin()[i]; }                    ///< layer i, unchecked

 private:
  static std::size_t bytes_of(std::size_t layers) {
    if (layers > static_cast<std::size_t>(-1) / sizeof(Layer)) throw std::bad_alloc();
    return layers * sizeof(Layer);
  }
  void clear() {
    while (size_ > 0) begin()[--size_].~Layer();
    capacity_ = 0;
  }
  void swap(changing_stack& other) noexcept {
    memory_.swap(other.memory_);
    spare_.swap(other.spare_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::vector<std::byte> memory_;
  std::vector<std::byte> spare_;  // where the layers lay before their last change
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace shapeproof
