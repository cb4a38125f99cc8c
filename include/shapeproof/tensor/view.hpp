// SPDX-License-Identifier: BSL-1.0
/// Tensors over memory that somebody else owns.
#pragma once

#include <shapeproof/tensor/tensor.hpp>

namespace shapeproof {

namespace detail {
/// Elements and symbols of a tensor with this layout; nothing of one with another, which is refused.
template <class T, class Layout, class X>
T* begin_of(X& x) {
  if constexpr (std::is_same_v<layout_of<X>, Layout>)
    return x.data();
  else
    return nullptr;
}
template <class Layout, class X>
symbol_values<symbols_in<Layout>> symbols_for(X const& x) {
  if constexpr (std::is_same_v<layout_of<X>, Layout>)
    return x.symbols();
  else
    return {};
}
}  // namespace detail

/// A contiguous row-major tensor over existing memory, which must live longer:
/// `view<float const, axis<"L">, axis<"D", 4>>(pointer, bind<"L">(5))` is `[L, D=4]`. Refused: a name that occurs
/// twice, a mesh that cuts two axes, a symbol without a value, one that no extent uses.
template <class T, class... Axes>
class view : public array<T, shapeproof::shape<Axes...>, T*> {
  using layout_type = shapeproof::shape<Axes...>;
  using base = array<T, layout_type, T*>;

 public:
  /// Over elements in row-major order; each symbol is bound once, in any order. Throws `shape_error` where the pointer
  /// is null though there are elements, or an extent is negative or too large to count.
  template <fixed_string... Names>
  explicit view(T* elements, binding<Names>... bindings) : view(elements, values_from<layout_type>(bindings...)) {
    if (elements == nullptr && detail::counted<layout_type>(this->symbols()) > 0)
      throw shape_error("view", to_string(layout_type{}, this->symbols()), "the pointer to the elements is null");
  }
  /// A tensor's elements, where it is dense and has exactly this shape: what a kernel declares is what it gets.
  /// Anything else is refused.
  template <class X>
    requires(any_tensor<X> && !is_poisoned<X> && !std::is_same_v<std::remove_cvref_t<X>, view>)
  view(X&& x) : view(detail::begin_of<T, layout_type>(x), detail::symbols_for<layout_type>(x)) {
    detail::require_whole<"view", std::remove_cvref_t<X>>();
    if constexpr (is_plain<std::remove_cvref_t<X>>)
      (void)accepted<decltype(rules::convert_rule<"view", layout_type>{}(layout_of<X>{}))>{};
  }
  /// Over elements that begin `offset` elements behind the pointer.
  view(T* elements, symbol_values<symbols_in<layout_type>> const& values, std::size_t offset = 0)
      : base(elements, values, offset) {
    detail::require_distinct_axes(layout_type{});
  }
};

/// A view whose memory is in another order, or wider, than its axes. Its type knows; `contiguous` copies it into order.
template <class T, class Layout>
class strided_view : public array<T, Layout, T*> {
 public:
  using array<T, Layout, T*>::array;
  /// Refused: what is a sum over ranks is no whole view.
  template <class X>
    requires(any_tensor<X> && !is_plain<std::remove_cvref_t<X>>)
  strided_view(X&&) : strided_view(nullptr, {}) {
    detail::require_whole<"view", std::remove_cvref_t<X>>();
  }
};

/// A view of memory that is wider than the shape, or in another order: `Memory` is `memory<...>`, the axes as they were
/// allocated. `view_over<memory<R, axis<"K", 8>>, R, axis<"K", 5>>(pointer)` is `[R, K=5]`: rows of 8, of which 5 are
/// seen. Refuses bindings and throws as `view`, but does not look for a null pointer.
template <class Memory, class... Axes, class T, fixed_string... Names>
auto view_over(T* elements, binding<Names>... bindings) {
  detail::require_distinct_axes(shape<Axes...>{});
  using layout = layout_from<shape<Axes...>, Memory>;
  using result = typename detail::tensor_from<detail::kind::borrower, T, layout>::type;
  return result(elements, values_from<layout>(bindings...));
}

}  // namespace shapeproof
