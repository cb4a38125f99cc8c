// SPDX-License-Identifier: BSL-1.0
/// Tensors over memory that somebody else owns.
#pragma once

#include <shapeproof/tensor/tensor.hpp>

namespace shapeproof {

/// A contiguous row-major tensor over existing memory, which must live longer:
/// `view<float const, axis<"L">, axis<"D", 4>>(pointer, bind<"L">(5))`. A null pointer to elements is a `shape_error`.
template <class T, class... Axes>
class view : public array<T, shapeproof::shape<Axes...>, T*> {
  using layout_type = shapeproof::shape<Axes...>;
  using base = array<T, layout_type, T*>;

 public:
  template <fixed_string... Names>
  explicit view(T* elements, binding<Names>... bindings) : view(elements, values_from<layout_type>(bindings...)) {
    if (elements == nullptr && detail::counted<layout_type>(this->symbols()) > 0)
      throw shape_error("view", to_string(layout_type{}, this->symbols()), "the pointer to the elements is null");
  }
  view(T* elements, symbol_values<symbols_in<layout_type>> const& values, std::size_t offset = 0)
      : base(elements, values, offset) {
    detail::require_distinct_names<layout_type>();
  }
};

/// A view whose memory is in another order, or wider, than its axes. Its type knows; `contiguous` copies it into order.
template <class T, class Layout>
class strided_view : public array<T, Layout, T*> {
 public:
  using array<T, Layout, T*>::array;
};

}  // namespace shapeproof
