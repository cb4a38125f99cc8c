// SPDX-License-Identifier: BSL-1.0
/// The ranks of a mesh as operations see them: numbers, counts and bytes. What carries them between processes is behind
/// the interface.
#pragma once

#include <cstddef>
#include <string_view>

namespace shapeproof::cpu {

/// One of `size()` ranks that all call the same functions in the same order; a call returns when this rank's part is
/// done. What an implementation throws goes on to whoever called the operation.
class communicator {
 public:
  communicator() = default;
  communicator(communicator const&) = delete;
  communicator& operator=(communicator const&) = delete;
  virtual ~communicator() = default;

  virtual std::size_t rank() const = 0;  ///< from 0 on
  virtual std::size_t size() const = 0;  ///< how many ranks there are

  /// Each of `count` values becomes its sum over the ranks, to the bit the same on each.
  virtual void all_reduce(float* values, std::size_t count) = 0;
  /// `bytes` bytes of each rank, one rank behind the other, in `all`: size() * bytes.
  virtual void all_gather(void const* mine, std::size_t bytes, void* all) = 0;
  /// `mine`, `count` values, becomes this rank's part of the sum over the ranks of `all`: size() * count values.
  virtual void reduce_scatter(float const* all, float* mine, std::size_t count) = 0;
  /// The bytes that rank `root` has, on each rank.
  virtual void broadcast(void* values, std::size_t bytes, std::size_t root) = 0;

  class scope;
  /// That of the mesh of this name in the innermost scope of this thread that has one; null where none has.
  static communicator* of(std::string_view mesh);
};

/// While it lives, this thread's operations over the mesh of this name use the communicator, which must not end before
/// it, nor the name: `communicator::scope const within(ranks, "tp");`. Scopes may be nested.
class communicator::scope {
 public:
  /// Begins: the operations over `mesh` that this thread calls use `within`.
  [[nodiscard]] scope(communicator& within, std::string_view mesh);
  scope(scope const&) = delete;
  scope& operator=(scope const&) = delete;
  ~scope();

 private:
  friend class communicator;
  communicator& within_;
  std::string_view mesh_;
  scope const* outer_;
};

}  // namespace shapeproof::cpu
