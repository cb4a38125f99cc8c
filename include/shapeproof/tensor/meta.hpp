// SPDX-License-Identifier: BSL-1.0
/// Tensors without elements: the whole pipeline runs on them inside the compiler.
#pragma once

#include <shapeproof/shape/layout.hpp>
#include <shapeproof/tensor/trace.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>

namespace shapeproof {

/// A layout and the trace that operations on it are written to. It has no elements and needs no symbols' values.
template <class T, class Layout>
class meta {
 public:
  using element = T;
  using layout = Layout;
  using shape = shape_in<Layout>;
  static constexpr std::size_t rank = shape::rank;

  constexpr meta() : meta(nullptr) {}
  constexpr explicit meta(trace* log) : log_(log) { detail::require_distinct_names<shape>(); }

  constexpr trace* log() const { return log_; }

 private:
  trace* log_ = nullptr;
};

/// A `tensor` without elements.
template <class T, class... Axes>
using meta_tensor = meta<T, shape<Axes...>>;

}  // namespace shapeproof
