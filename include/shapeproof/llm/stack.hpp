// SPDX-License-Identifier: BSL-1.0
/// Layers: as many as a number known at run time, or at compile time.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace shapeproof::llm {

/// `Count` layers inside the compiler.
template <class Layer, std::size_t Count>
struct fixed_stack {
  Layer layers[Count] = {};

  constexpr std::size_t size() const { return Count; }
  constexpr Layer& operator[](std::size_t i) { return layers[i]; }
  constexpr Layer const& operator[](std::size_t i) const { return layers[i]; }
};

/// As many layers as one likes.
template <class Layer>
using dynamic_stack = std::vector<Layer>;

/// One layer: enough for a proof, since all layers have one type.
template <class Layer>
using single_layer = fixed_stack<Layer, 1>;

/// As many layers as one likes, whose type changes with each step: `each_changed` builds the new ones where an earlier
/// change had its old ones, so that a loop over a few types allocates nothing after its first turns.
template <class Layer>
class changing_stack {
  static_assert(alignof(Layer) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  template <class Other>
  friend class changing_stack;

 public:
  changing_stack() = default;
  /// With room for so many layers.
  explicit changing_stack(std::size_t capacity) : memory_(bytes_of(capacity)), capacity_(capacity) {}
  changing_stack(changing_stack const& other) : changing_stack(other.size_) {
    for (Layer const& each : other) emplace_back(each);
  }
  changing_stack(changing_stack&& other) noexcept { swap(other); }
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

  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    if (size_ == capacity_) throw std::bad_alloc();
    ::new (static_cast<void*>(memory_.data() + size_ * sizeof(Layer))) Layer(std::forward<Arguments>(arguments)...);
    ++size_;
  }

  std::size_t size() const { return size_; }
  Layer* begin() { return reinterpret_cast<Layer*>(memory_.data()); }
  Layer const* begin() const { return reinterpret_cast<Layer const*>(memory_.data()); }
  Layer* end() { return begin() + size_; }
  Layer const* end() const { return begin() + size_; }
  Layer& operator[](std::size_t i) { return begin()[i]; }
  Layer const& operator[](std::size_t i) const { return begin()[i]; }

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

/// The stack of `change(layer, i)` for each layer in order, each exactly once; the new layers may have another type.
template <class Layer, class Change>
auto each_changed(changing_stack<Layer>&& stack, Change const& change) {
  return changing_stack<decltype(change(std::move(stack[0]), std::size_t{}))>(std::move(stack), change);
}
template <class Layer, class Change>
auto each_changed(std::vector<Layer>&& stack, Change const& change) {
  std::vector<decltype(change(std::move(stack[0]), std::size_t{}))> result;
  result.reserve(stack.size());
  for (std::size_t i = 0; i < stack.size(); ++i) result.push_back(change(std::move(stack[i]), i));
  return result;
}
template <class Layer, std::size_t Count, class Change>
constexpr auto each_changed(fixed_stack<Layer, Count>&& stack, Change const& change) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return fixed_stack<decltype(change(std::move(stack[0]), std::size_t{})), Count>{
        {change(std::move(stack[I]), I)...}};
  }(std::make_index_sequence<Count>{});
}

}  // namespace shapeproof::llm
