// SPDX-License-Identifier: BSL-1.0
/// Memory for tensors that come and go, taken from the system once.
#pragma once

#include <shapeproof/tensor/placement.hpp>
#include <shapeproof/tensor/system_memory.hpp>

#include <cstddef>
#include <new>

namespace shapeproof {

namespace detail {

/// Lives until its arena and the last block in it have ended, in whatever order.
struct arena_memory {
  system_memory memory;
  std::size_t size = 0;
  std::size_t refused = 0;
  bool abandoned = false;
  placement blocks = {};

  std::byte* take(std::size_t bytes) {
    std::size_t const at = blocks.add(bytes, size);
    if (at == placement::nowhere) {
      ++refused;
      return nullptr;
    }
    return memory.data() + at;
  }
  void give_back(void const* block) {
    blocks.remove(static_cast<std::size_t>(static_cast<std::byte const*>(block) - memory.data()));
    if (abandoned && blocks.count() == 0) delete this;
  }
};

/// The arena that this thread's new tensors come from.
inline constinit thread_local arena_memory* current_arena = nullptr;

}  // namespace detail

/// `arena memory(bytes); arena::scope const within(memory);`: until the scope ends, the tensors that this thread makes
/// lie in the arena, without asking the system for memory; one that finds no room there comes from the system. They are
/// to end on the same thread. They may outlive the scope, and even the arena.
class arena {
 public:
  static constexpr std::size_t page = 4096;  ///< bytes

  /// Of so many bytes, and a few more for what a program keeps besides. Throws std::bad_alloc.
  explicit arena(std::size_t bytes, std::size_t spare = page)
      : size_(bytes),
        state_(new detail::arena_memory{detail::system_memory(bytes + spare, contents::unspecified), bytes + spare}) {}
  arena(arena const&) = delete;
  arena& operator=(arena const&) = delete;
  ~arena() {
    if (state_->blocks.count() == 0)
      delete state_;
    else
      state_->abandoned = true;
  }

  /// The bytes that were asked for, without the spare ones.
  std::size_t size() const { return size_; }
  /// The most bytes from its begin that tensors have lain in.
  std::size_t peak() const { return state_->blocks.peak(); }
  /// How many tensors found no room.
  std::size_t refused() const { return state_->refused; }

  /// While it lives, this thread's new tensors come from the arena, which must not end before it; scopes may be nested.
  class scope {
   public:
    /// Begins: the thread's next tensors come from `within`.
    [[nodiscard]] explicit scope(arena& within) : before_(detail::current_arena) {
      detail::current_arena = within.state_;
    }
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { detail::current_arena = before_; }

   private:
    detail::arena_memory* before_;
  };

 private:
  std::size_t size_;
  detail::arena_memory* state_;
};

}  // namespace shapeproof
