// SPDX-License-Identifier: BSL-1.0
/// Tensors without elements: the whole pipeline runs on them inside the compiler.
#pragma once

#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/trace.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof {

namespace detail {

/// The memory that a tensor would own: the plan of a traced run hears when it begins and ends.
class traced_block {
 public:
  constexpr traced_block() = default;
  constexpr traced_block(trace* log, polynomial const* bytes) : plan_(log == nullptr ? nullptr : log->memory) {
    if (plan_ != nullptr) block_ = plan_->begin(bytes);
  }
  constexpr traced_block(traced_block const& other) : plan_(other.plan_) {
    if (plan_ == nullptr) return;
    block_ = other.block_ == memory_plan::unnoted ? other.block_ : plan_->begin(plan_->bytes_of(other.block_));
  }
  constexpr traced_block(traced_block&& other) noexcept { swap(other); }
  constexpr traced_block& operator=(traced_block other) noexcept {
    swap(other);
    return *this;
  }
  /// Whether the plan has it; it has none of what is only viewed.
  constexpr bool is_noted() const { return plan_ != nullptr; }
  constexpr ~traced_block() {
    if (plan_ != nullptr) plan_->end(block_);
  }

 private:
  constexpr void swap(traced_block& other) noexcept {
    std::swap(plan_, other.plan_);
    std::swap(block_, other.block_);
  }

  memory_plan* plan_ = nullptr;
  std::size_t block_ = 0;
};

}  // namespace detail

/// A layout and the trace that operations on it are written to. It has no elements and needs no symbols' values.
template <class T, class Layout>
class meta {
 public:
  using element = T;                                ///< the type that an element would have
  using layout = Layout;                            ///< as that of a tensor
  using shape = shape_in<Layout>;                   ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;  ///< how many axes it has

  /// One whose operations are written nowhere.
  constexpr meta() : meta(nullptr) {}
  /// One whose operations are written to `log`, or nowhere. Refused where a name occurs twice, or a mesh cuts two axes.
  constexpr explicit meta(trace* log) : log_(log), made_by_(log == nullptr ? 0 : log->count) {
    detail::require_distinct_axes(shape{});
  }

  /// One that would own its memory.
  constexpr meta(trace* log, detail::traced_block block) : meta(log) { block_ = std::move(block); }

  /// One that would own its memory and that another operation made than the last: `maker`, or 0 where none did.
  constexpr meta(trace* log, detail::traced_block block, std::size_t maker) : meta(log, std::move(block)) {
    made_by_ = maker;
  }

  /// What operations on it are written to, or null.
  constexpr trace* log() const { return log_; }
  /// The operation in the trace that made it, counted from 1: the last one when it began.
  constexpr std::size_t made_by() const { return made_by_; }
  /// The memory that it would own, for an operation that takes it over.
  constexpr detail::traced_block take_block() && { return std::move(block_); }

 private:
  trace* log_ = nullptr;
  std::size_t made_by_ = 0;
  detail::traced_block block_;
};

/// A `tensor` without elements.
template <class T, class... Axes>
using meta_tensor = meta<T, shape<Axes...>>;

}  // namespace shapeproof
