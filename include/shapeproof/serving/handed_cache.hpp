// SPDX-License-Identifier: BSL-1.0
/// The type of a cache that goes from ranks that prefill to ranks that decode.
#pragma once

#include <shapeproof/llm/caches.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/serving/reshard.hpp>
#include <shapeproof/shape/shard.hpp>
#include <shapeproof/tensor/element_text.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::serving {

/// Keys and values `[H, S, Dk]` of one sequence in each layer, as one rank has them: `Heads` is the whole axis, or this
/// rank's shard of it.
template <class Heads, class Size, class Element = float>
struct handed_cache {
  using heads = Heads;                                      ///< H, or its shard
  using size = Size;                                        ///< Dk, which may be fused
  using element = Element;                                  ///< of keys and values
  using shape = shapeproof::shape<Heads, axis<"S">, Size>;  ///< S is the prompt's length
};

namespace detail {

template <class Cache>
constexpr bool is_row_of_its_own() {
  if constexpr (std::is_same_v<typename Cache::padding_type, no_padding>) {
    return true;
  } else {
    using reason = rules::plainly<"rows of a batch are not handed over; hand over each sequence by itself">;
    return sizeof(accepted<rules::refuse<"hand over", reason, typename Cache::shape>>) == 0;
  }
}
template <class Cache, bool = is_row_of_its_own<Cache>()>
struct handed_from;
template <class Storage, class Filled, class State, class Padding, bool IsAlone>
struct handed_from<nn::kv_cache<Storage, Filled, State, Padding>, IsAlone> {
  using shape = shape_of<Storage>;
  using type = handed_cache<type_at<shape, 1>, type_at<shape, 3>, element_of<Storage>>;
};

/// Whether two axes may be one: same names, and no two numbers that differ. What a symbol hides is seen when it has a
/// value.
template <class A, class B>
inline constexpr bool may_be_equal = same_name<A, B>;
template <class A, class B>
  requires(same_name<A, B> && !is_fused<A> && is_static<A> && is_static<B>)
inline constexpr bool may_be_equal<A, B> = static_extent<A> == static_extent<B>;
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool may_be_equal<fused<A...>, fused<B...>> = (may_be_equal<A, B> && ...);

/// What two caches do not agree in.
template <class From, class To>
struct other_cache {
  using from_heads = whole<typename From::heads>;
  using to_heads = whole<typename To::heads>;
  static constexpr bool same_heads = may_be_equal<from_heads, to_heads>;
  static constexpr bool same_size = may_be_equal<typename From::size, typename To::size>;
  static constexpr bool same_element = std::is_same_v<typename From::element, typename To::element>;
  static constexpr bool found = !same_heads || !same_size || !same_element;

  /// The first two that meet.
  static constexpr text reason() {
    if constexpr (!same_heads)
      return text::of(axis_text<from_heads>(), " meets ", axis_text<to_heads>());
    else if constexpr (!same_size)
      return text::of(factors<typename From::size>(), " meets ", factors<typename To::size>());
    else
      return text::of(element_text<typename From::element>(), " meets ", element_text<typename To::element>());
  }
  /// `Dk=8`, `(R=4 C=2)`
  template <class Axis>
  static constexpr text factors() {
    return factors(std::type_identity<Axis>{});
  }
  template <class Axis>
  static constexpr text factors(std::type_identity<Axis>) {
    return axis_text<Axis>();
  }
  template <class... Each>
  static constexpr text factors(std::type_identity<fused<Each...>>) {
    text result = text::of("(");
    ((result.add(result.size > 1 ? " " : "").add(axis_text<Each>())), ...);
    return result.add(")");
  }
};

/// Of a shard whose extents are numbers: how many ranks share the axis.
template <class Heads>
inline constexpr std::size_t degree_of = static_extent<whole<Heads>> / static_extent<Heads>;

/// Whether each head goes from one rank to one rank; where a symbol hides how many there are, the run time's plan is
/// the same function.
template <class From, class To>
constexpr bool plan_is_whole() {
  if constexpr (is_static<From> && is_static<To>)
    return hands_each_head_once(static_extent<whole<From>>, degree_of<From>, degree_of<To>);
  else
    return true;
}

/// A refused hand-over is the type that was wanted: what uses it gives no second error.
template <class From, class To>
constexpr auto handed_or_refused() {
  if constexpr (other_cache<From, To>::found) {
    using outcome = rules::refuse<"hand over", other_cache<From, To>, typename From::shape, typename To::shape>;
    return std::type_identity<std::conditional_t<sizeof(accepted<outcome>) == 0, void, To>>{};
  } else {
    static_assert(plan_is_whole<typename From::heads, typename To::heads>(), "a head would be lost, or come twice");
    return std::type_identity<To>{};
  }
}

}  // namespace detail

/// What a cache `[B, H, S, Dk]` hands over for its one row. Refused: rows that are padded or ragged.
template <class Cache>
using handed_by = typename detail::handed_from<std::remove_cvref_t<Cache>>::type;

/// What the caches of a model hand over.
template <class Model>
using handed_cache_of = handed_by<llm::layer_cache<Model, 0, "capacity">>;

/// Whether ranks that have `From` may hand it over to ranks that expect `To`: the same whole axis of heads, however
/// each side cuts it, the same Dk and element.
template <class From, class To>
concept can_hand_over = !detail::other_cache<From, To>::found;

/// `To`, where a program knows both sides: refused where they have other heads, head sizes or elements. What symbols
/// hide, the hand-over compares when it begins.
template <class From, class To>
using handed_over = typename decltype(detail::handed_or_refused<From, To>())::type;

/// Bytes of keys and values that a rank hands over, or is handed, for so many positions in all layers.
template <class Handed, class Symbols = symbols<>>
std::size_t handed_bytes(std::size_t layers, std::size_t positions, symbol_values<Symbols> const& sizes = {}) {
  using axes = shape<typename Handed::heads, typename Handed::size>;
  auto const values = narrowed<symbols_in<axes>>(sizes);
  return 2 * layers * extent_of<typename Handed::heads>(values) * positions * extent_of<typename Handed::size>(values) *
         sizeof(typename Handed::element);
}

}  // namespace shapeproof::serving
