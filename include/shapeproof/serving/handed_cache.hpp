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

/// An axis that both sides have whole.
template <class Axis>
struct only_heads_are_cut {
  static constexpr text reason() {
    return text::of("only heads are cut over ranks, and ", axis_text<Axis>(), " is a shard");
  }
};

/// Why a cache in such a storage is not handed over; void where it is.
template <class Storage, class Padding>
constexpr auto fault_of_cache() {
  using rules::plainly;
  using axes = shape_of<Storage>;
  if constexpr (!std::is_same_v<Padding, no_padding>) {
    return type_is<plainly<"rows of a batch are not handed over; hand over each sequence by itself">>{};
  } else if constexpr (axes::rank != 4 || position_of<axes>("B") != 0 || position_of<axes>("S") != 2) {
    return type_is<plainly<"a cache that is handed over is [B, heads, S, head size], in this order">>{};
  } else {
    using rows = type_at<axes, 0>;
    using positions = type_at<axes, 2>;
    using size = type_at<axes, 3>;
    if constexpr (is_sharded<rows> || is_sharded<positions> || is_sharded<size>)
      return type_is<only_heads_are_cut<
          std::conditional_t<is_sharded<rows>, rows, std::conditional_t<is_sharded<positions>, positions, size>>>>{};
    else if constexpr (is_static<rows> && !std::is_same_v<rows, axis<"B", 1>>)
      return type_is<plainly<"rows of a batch are not handed over; hand over each sequence by itself">>{};
    else if constexpr (!is_plain<Storage>)
      return type_is<plainly<"keys and values are sums over ranks; all_reduce them before they are kept">>{};
    else
      return type_is<void>{};
  }
}

/// A cache that is refused hands over no elements: what uses it gives no second error.
template <class Storage, class Filled, class State, class Padding>
constexpr auto handed_from(type_is<nn::kv_cache<Storage, Filled, State, Padding>>) {
  using fault = typename decltype(fault_of_cache<Storage, Padding>())::type;
  if constexpr (std::is_void_v<fault>) {
    using axes = shape_of<Storage>;
    return type_is<handed_cache<type_at<axes, 1>, type_at<axes, 3>, element_of<Storage>>>{};
  } else {
    (void)accepted<rules::refuse<"hand over", fault, typename nn::kv_cache<Storage, Filled, State, Padding>::shape>>{};
    return type_is<handed_cache<axis<"H", 1>, axis<"Dk", 1>, poisoned_element>>{};
  }
}
/// Whether what is handed over was refused.
template <class Handed>
inline constexpr bool is_no_cache = std::is_same_v<typename Handed::element, poisoned_element>;

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
  static constexpr bool is_cut = is_sharded<typename From::size> || is_sharded<typename To::size>;
  static constexpr bool found = !same_heads || !same_size || !same_element || is_cut;

  /// The first two that meet.
  static constexpr text reason() {
    if constexpr (is_cut)
      return only_heads_are_cut<
          std::conditional_t<is_sharded<typename From::size>, typename From::size, typename To::size>>::reason();
    else if constexpr (!same_heads)
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
  if constexpr (is_static<From> && is_static<To> && is_static<whole<From>> && is_static<whole<To>>)
    return hands_each_head_once(static_extent<whole<From>>, degree_of<From>, degree_of<To>);
  else
    return true;
}

/// A refused hand-over is the type that was wanted: what uses it gives no second error.
template <class From, class To>
constexpr auto handed_or_refused() {
  if constexpr (is_no_cache<From> || is_no_cache<To>) {
    return type_is<To>{};
  } else if constexpr (other_cache<From, To>::found) {
    using outcome = rules::refuse<"hand over", other_cache<From, To>, typename From::shape, typename To::shape>;
    return type_is<std::conditional_t<sizeof(accepted<outcome>) == 0, void, To>>{};
  } else {
    static_assert(plan_is_whole<typename From::heads, typename To::heads>(), "a head would be lost, or come twice");
    return type_is<To>{};
  }
}

}  // namespace detail

/// What a cache `[B, H, S, Dk]` hands over for its one row. Refused: more rows, or ones that are padded or ragged, a
/// storage with other axes or in another order, and one of which another axis than the heads is cut.
template <class Cache>
using handed_by = typename decltype(detail::handed_from(type_is<std::remove_cvref_t<Cache>>{}))::type;

/// What the caches of a model hand over.
template <class Model>
using handed_cache_of = handed_by<llm::layer_cache<Model, 0, "capacity">>;

/// Whether ranks that have `From` may hand it over to ranks that expect `To`: the same whole axis of heads, however
/// each side cuts it, the same element and the same Dk, which nobody cuts.
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
