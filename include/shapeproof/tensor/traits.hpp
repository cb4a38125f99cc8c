// SPDX-License-Identifier: BSL-1.0
/// What is a tensor, and which tensor an operation gives. Works on names of types: no class is instantiated.
#pragma once

#include <shapeproof/rules/partial_sum.hpp>
#include <shapeproof/shape/layout.hpp>
#include <shapeproof/shape/refusal.hpp>

#include <type_traits>

namespace shapeproof {

template <class T, class... Axes>
class tensor;
template <class T, class... Axes>
class view;
template <class T, class Layout>
class strided_tensor;
template <class T, class Layout>
class strided_view;
template <class T, class Layout>
class meta;

namespace detail {

template <class List>
struct repeats_name {
  static constexpr text operation() { return text::of("tensor"); }
  static constexpr text operands() { return to_text(List{}); }
  static constexpr text reason() {
    return text::of("the name ", repeated_name<List>(), " occurs twice; each role has one name");
  }
};

template <class Mesh, class Shape>
struct cut_twice {
  static constexpr text operation() { return text::of("tensor"); }
  static constexpr text operands() { return to_text(Shape{}); }
  static constexpr text reason() {
    return text::of("two axes are cut over ", mesh_name<Mesh>,
                    ": each rank would have a part of its diagonal; a mesh cuts one of them");
  }
};

/// What each tensor's axes are: a role has one name, and a mesh cuts one axis. Without shards, names are all it sees.
template <class... Axes>
constexpr void require_distinct_axes(shape<Axes...>) {
  if constexpr (!names_are_distinct<shape<Axes...>>()) {
    (void)accepted<refused<repeats_name<shape<Axes...>>>>{};
  } else if constexpr ((is_sharded<Axes> || ...)) {
    using twice = typename rules::detail::first_twice<rules::detail::cut_over<shape<Axes...>>>::type;
    if constexpr (!std::is_void_v<twice>) (void)accepted<refused<cut_twice<twice, shape<Axes...>>>>{};
  }
}

template <class Mesh, class Sum>
struct summed_over_cuts {
  static constexpr text operation() { return text::of("partial"); }
  static constexpr text operands() { return to_text(Sum{}); }
  static constexpr text reason() {
    return text::of("the ranks of ", mesh_name<Mesh>,
                    " would add other parts; a mesh cuts an axis or has summands, each once");
  }
};

/// What a sum's ranks are: neither those that cut its summand, a `Layout`, nor those of `Meshes`, of which it is a sum.
template <class Mesh, class Layout, class Meshes>
constexpr void require_other_ranks() {
  using others = join<Meshes, rules::detail::cut_over<Layout>>;
  // What is wrong with the summand itself is said of it.
  if constexpr (rules::detail::times_in<Mesh, others> > 0 &&
                std::is_void_v<typename rules::detail::first_twice<others>::type>)
    (void)accepted<refused<summed_over_cuts<Mesh, rules::sum_over<Layout, join<mesh_list<Mesh>, Meshes>>>>>{};
}

enum class kind { owner, borrower, meta };

template <kind Kind, class T, class Layout>
struct tensor_traits {
  static constexpr kind tensor_kind = Kind;
  using element = T;
  using layout = Layout;
};

template <class X>
struct traits {};
template <class T, class... Axes>
struct traits<tensor<T, Axes...>> : tensor_traits<kind::owner, T, shape<Axes...>> {};
template <class T, class... Axes>
struct traits<view<T, Axes...>> : tensor_traits<kind::borrower, T, shape<Axes...>> {};
template <class T, class Layout>
struct traits<strided_tensor<T, Layout>> : tensor_traits<kind::owner, T, Layout> {};
template <class T, class Layout>
struct traits<strided_view<T, Layout>> : tensor_traits<kind::borrower, T, Layout> {};
template <class T, class Layout>
struct traits<meta<T, Layout>> : tensor_traits<kind::meta, T, Layout> {};

template <>
struct traits<poisoned> : tensor_traits<kind::owner, float, poisoned> {};
template <>
struct layout_parts<poisoned> {
  using visible = poisoned;
};

template <kind Kind, class T, class Layout>
struct tensor_from;
template <class T, class... Axes>
struct tensor_from<kind::owner, T, shape<Axes...>> {
  using type = tensor<std::remove_const_t<T>, Axes...>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::owner, T, strided<Shape, Memory>> {
  using type = strided_tensor<std::remove_const_t<T>, strided<Shape, Memory>>;
};
template <class T, class... Axes>
struct tensor_from<kind::borrower, T, shape<Axes...>> {
  using type = view<T, Axes...>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::borrower, T, strided<Shape, Memory>> {
  using type = strided_view<T, strided<Shape, Memory>>;
};
template <class T, class... Axes>
struct tensor_from<kind::meta, T, shape<Axes...>> {
  using type = meta<std::remove_const_t<T>, shape<Axes...>>;
};
template <class T, class Shape, class Memory>
struct tensor_from<kind::meta, T, strided<Shape, Memory>> {
  using type = meta<std::remove_const_t<T>, strided<Shape, Memory>>;
};
/// A refused operation gives no tensor: the compile error, and then nothing more.
template <kind Kind, class T, class Message>
struct tensor_from<Kind, T, refused<Message>> : outcome_or_poisoned<refused<Message>> {};
template <kind Kind, class T>
struct tensor_from<Kind, T, poisoned> {
  using type = poisoned;
};

template <class X>
inline constexpr bool is_tensor_type = false;
template <class T, class... Axes>
inline constexpr bool is_tensor_type<tensor<T, Axes...>> = true;
template <class T, class... Axes>
inline constexpr bool is_tensor_type<view<T, Axes...>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<strided_tensor<T, Layout>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<strided_view<T, Layout>> = true;
template <class T, class Layout>
inline constexpr bool is_tensor_type<meta<T, Layout>> = true;
template <>
inline constexpr bool is_tensor_type<poisoned> = true;

}  // namespace detail

/// A tensor or view of any kind (or the result of a refused operation).
template <class X>
concept any_tensor = detail::is_tensor_type<std::remove_cvref_t<X>>;

/// The layout of a tensor type.
template <class X>
using layout_of = typename detail::traits<std::remove_cvref_t<X>>::layout;

/// The shape of a tensor type.
template <class X>
using shape_of = shape_in<layout_of<X>>;

/// The element type of a tensor type, without const.
template <class X>
using element_of = std::remove_const_t<typename detail::traits<std::remove_cvref_t<X>>::element>;

/// Whether a type is the result of a refused operation.
template <class X>
inline constexpr bool is_poisoned = std::is_same_v<std::remove_cvref_t<X>, poisoned>;

/// Whether a tensor type has no elements, only a trace.
template <class X>
inline constexpr bool is_meta = false;
template <class T, class Layout>
inline constexpr bool is_meta<meta<T, Layout>> = true;

}  // namespace shapeproof
