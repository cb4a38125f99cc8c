// SPDX-License-Identifier: BSL-1.0
/// Tensors that own their elements.
#pragma once

#include <shapeproof/rules/convert.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/tensor/array.hpp>
#include <shapeproof/tensor/partial.hpp>
#include <shapeproof/tensor/traits.hpp>

namespace shapeproof {

namespace detail {

template <class... Axes, class Symbols>
bool count_elements(shape<Axes...>, symbol_values<Symbols> const& values, std::size_t& count) {
  return !(__builtin_mul_overflow(count, extent_of<Axes>(values), &count) || ...);
}

/// The number of elements; too many to count is a `shape_error`.
template <class Layout>
std::size_t counted(symbol_values<symbols_in<Layout>> const& values) {
  std::size_t count = 1;
  if (!count_elements(shape_in<Layout>{}, values, count))
    throw shape_error("tensor", to_string(shape_in<Layout>{}, values), "has more elements than can be counted");
  return count;
}

}  // namespace detail

namespace detail {
/// A sum that is still to be reduced does not become a tensor that is none, nor do rows lose their mark: refused.
template <fixed_string Operation, class X>
constexpr void require_whole() {
  if constexpr (!is_plain<X>)
    (void)accepted<decltype(rules::meshes_of_result<rules::convert_rule<Operation, shape_of<X>>, shape_of<X>,
                                                    placed_layout_of<X>>())>{};
}
}  // namespace detail

/// Tag: leave the elements of a new tensor as they are.
struct uninitialized_t {};
/// The tag as a value.
inline constexpr uninitialized_t uninitialized = {};

/// Owns its elements, contiguous and row-major. Elements begin as zeros; symbols are bound when it is made:
/// `tensor<float, axis<"L">, axis<"D", 4>> x(bind<"L">(5))`. Refused: a name that occurs twice, a mesh that cuts
/// two axes, a symbol without a value, one that no extent uses. Throws `shape_error` where an extent is negative or
/// there are more elements than can be counted, std::bad_alloc where there is no memory for them.
template <class T, class... Axes>
class tensor : public array<T, shapeproof::shape<Axes...>, buffer<T>> {
  using layout_type = shapeproof::shape<Axes...>;
  using base = array<T, layout_type, buffer<T>>;

 public:
  /// Zeros; each symbol is bound once, in any order.
  template <fixed_string... Names>
  explicit tensor(binding<Names>... bindings) : tensor(contents::zeros, values_from<layout_type>(bindings...)) {}
  /// Elements that are to be written before they are read.
  tensor(uninitialized_t, symbol_values<symbols_in<layout_type>> const& values)
      : tensor(contents::unspecified, values) {}
  /// Refused: another tensor type is never converted silently. It has another shape or memory order, or would be
  /// copied.
  template <class X>
    requires(any_tensor<X> && !is_poisoned<X> && !std::is_base_of_v<tensor, X>)
  tensor(X const&) : tensor(contents::zeros, {}) {
    if constexpr (!is_plain<X>)
      detail::require_whole<"tensor", X>();
    else if constexpr (std::is_same_v<layout_of<X>, layout_type>)
      (void)accepted<rules::refuse<
          "tensor", rules::plainly<"a tensor owns its elements; call contiguous(), which copies">, layout_type>>{};
    else
      (void)accepted<decltype(rules::convert_rule<"tensor", layout_type>{}(layout_of<X>{}))>{};
  }
  /// Takes over elements that another tensor had.
  tensor(buffer<T> storage, symbol_values<symbols_in<layout_type>> const& values, std::size_t offset)
      : base(std::move(storage), values, offset) {}

 private:
  tensor(contents begin, symbol_values<symbols_in<layout_type>> const& values)
      : base(buffer<T>(detail::counted<layout_type>(values), begin), values) {
    detail::require_distinct_axes(layout_type{});
  }
};

/// Owns its elements in another memory order than its axes': a view operation on a tensor that nobody else holds.
template <class T, class Layout>
class strided_tensor : public array<T, Layout, buffer<T>> {
 public:
  using array<T, Layout, buffer<T>>::array;
  /// Refused: what is a sum over ranks is no whole tensor.
  template <class X>
    requires(any_tensor<X> && !is_plain<std::remove_cvref_t<X>>)
  strided_tensor(X&&) : strided_tensor({}, {}, 0) {
    detail::require_whole<"tensor", std::remove_cvref_t<X>>();
  }
};

}  // namespace shapeproof
