// SPDX-License-Identifier: BSL-1.0
/// Constraints for functions of one's own: `auto f(shaped<float, B, L, D> auto const& x)`.
#pragma once

#include <shapeproof/rules/convert.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/shaped.hpp>
#include <shapeproof/tensor/element_text.hpp>
#include <shapeproof/tensor/partial.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof {

/// In place of an element type: any.
struct any_element {};

namespace detail {

template <class T>
constexpr text wanted_element() {
  if constexpr (std::is_same_v<T, any_element>)
    return {};
  else
    return text::of(" ", element_text<T>());
}

enum class order { any, dense };

/// What a tensor is refused for. `Function` is the user's, or the constraint's name.
template <fixed_string Function, order Order, class X, class T, class Pattern>
struct other_tensor {
  static constexpr text operation() { return text::of(Function.view()); }
  static constexpr text operands() {
    if constexpr (any_tensor<X>)
      return to_text(placed_shape_of<X>{}).add(" ").add(element_text<element_of<X>>());
    else
      return text::of(spelled_type<X>());
  }
  static constexpr text reason() {
    text result = text::of("expected ", to_text(Pattern{}), wanted_element<T>());
    if constexpr (Order == order::dense) result.add(" dense");
    return result.add("; ").add(difference());
  }
  static constexpr text difference() {
    if constexpr (!any_tensor<X>)
      return text::of("this is no tensor");
    else if constexpr (!rules::fits<shape_of<X>, Pattern>)
      return rules::other_shape<shape_of<X>, Pattern>::reason();
    else if constexpr (!std::is_same_v<T, any_element> && !std::is_same_v<T, element_of<X>>)
      return text::of("the elements are ", element_text<element_of<X>>());
    else if constexpr (is_partial<X>)
      return rules::detail::still_to_reduce<type_at<typename meshes_of<X>::type, 0>>::reason();
    else if constexpr (has_ragged_rows<X>)
      return rules::detail::without_lengths::reason();
    else
      return rules::detail::not_convertible<shape_of<X>, layout_of<X>>::order().add(
          "; call contiguous() first, which copies");
  }
};

template <order Order, class X, class T, class Pattern>
constexpr bool is_accepted_tensor() {
  if constexpr (!any_tensor<X>)
    return false;
  else if constexpr (is_poisoned<X>)
    return true;
  else
    return is_plain<X> && rules::fits<shape_of<X>, Pattern> &&
           (std::is_same_v<T, any_element> || std::is_same_v<T, element_of<X>>) &&
           (Order == order::any || has_dense_elements<layout_of<X>>);
}

/// The sentence of an unmet constraint as a type, since compilers print the types that a concept was asked about.
template <auto Sentence>
struct mismatch {};
struct match {};

template <fixed_string Function, order Order, class X, class T, class Pattern>
constexpr auto verdict() {
  if constexpr (is_accepted_tensor<Order, X, T, Pattern>())
    return match{};
  else
    return mismatch<
        pieces_of<sentence_of<other_tensor<Function, Order, X, T, Pattern>>::value, longest_piece>::value>{};
}
template <fixed_string Function, order Order, class X, class T, class Pattern>
using verdict_of = decltype(verdict<Function, Order, std::remove_cvref_t<X>, T, Pattern>());

template <class Verdict>
inline constexpr bool is_match = std::is_same_v<Verdict, match>;

/// A concept of its own, so that an unmet constraint shows the sentence instead of the expression that made it.
template <class Verdict>
concept matches = is_match<Verdict>;

}  // namespace detail

/// A tensor or view of any kind and memory order with these elements and axes: `shaped<float, B, L, D>`. An axis may be
/// left open, `any_extent<"L">`, and so may the leading ones, `any_axes`, and the elements, `any_element`. A sum over
/// ranks that is still to be reduced is none, nor are rows with lengths of their own. An unmet constraint says how the
/// argument differs; it is no hard error, so functions can be overloaded by shape.
template <class X, class T, class... Axes>
concept shaped = detail::matches<detail::verdict_of<"shaped", detail::order::any, X, T, rules::shape_pattern<Axes...>>>;

/// `shaped`, and its elements lie side by side in the order of the axes: what a kernel of pointers takes.
template <class X, class T, class... Axes>
concept dense = shaped<X, T, Axes...> &&
                detail::matches<detail::verdict_of<"dense", detail::order::dense, X, T, rules::shape_pattern<Axes...>>>;

namespace detail {
template <class Shape, fixed_string Name>
constexpr auto axis_in() {
  if constexpr (std::is_same_v<Shape, poisoned>)
    return type_is<any_extent<Name>>{};
  else if constexpr (position_of<Shape>(Name.view()) == not_found)
    return type_is<accepted<rules::refuse<"axis_of", rules::no_such_axis<Name, Shape>, Shape>>>{};
  else
    return type_is<type_at<Shape, position_of<Shape>(Name.view())>>{};
}
}  // namespace detail

/// The axis of that name which a tensor has: `shaped<float, axis_of<"L", X>>` is as long as `X`. Refused where there is
/// none.
template <fixed_string Name, any_tensor X>
using axis_of = typename decltype(detail::axis_in<shape_of<X>, Name>())::type;

/// The statement form, for the beginning of a function: `auto const& in = expect<"project", float, B, L, D>(x);` is `x`
/// where `shaped` accepts it. Otherwise one compile error whose first line is the function's name and how x differs,
/// and `in` is `poisoned`: the rest of the function adds no error.
template <fixed_string Function, class T, class... Axes, class X>
constexpr decltype(auto) expect(X&& x) {
  using tensor_type = std::remove_cvref_t<X>;
  using wanted = rules::shape_pattern<Axes...>;
  if constexpr (detail::is_accepted_tensor<detail::order::any, tensor_type, T, wanted>())
    return static_cast<X>(std::forward<X>(x));
  else
    return accepted<refused<detail::other_tensor<Function, detail::order::any, tensor_type, T, wanted>>>{};
}

}  // namespace shapeproof
