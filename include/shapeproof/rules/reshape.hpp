// SPDX-License-Identifier: BSL-1.0
/// The rule of reshape: only what splits and merges of neighbours can do.
#pragma once

#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

/// A list of axes with every fused axis replaced by its innermost factors.
template <template <class...> class List, class... Axes>
struct flat;
template <template <class...> class List, class Axis>
struct flat<List, Axis> {
  using type = List<Axis>;
};
template <template <class...> class List, class... Factors>
struct flat<List, fused<Factors...>> {
  using type = join<List<>, typename flat<List, Factors>::type...>;
};
template <class List>
struct flat_list;
template <template <class...> class List, class... Axes>
struct flat_list<List<Axes...>> {
  using type = join<List<>, typename flat<List, Axes>::type...>;
};
template <class List>
using all_split = typename flat_list<List>::type;

template <class From, class To>
struct other_factors {
  static constexpr text reason() {
    text result = text::of("to ", to_text(To{}), " is no sequence of splits and merges of neighbours: the factors are ",
                           to_text(all_split<From>{}), " and ", to_text(all_split<To>{}));
    if (has_same_axes()) return result.add("; transpose or permute reorders");
    add_first_difference<0>(result);
    return result;
  }
  template <std::size_t I>
  static constexpr void add_first_difference(text& result) {
    using a = all_split<From>;
    using b = all_split<To>;
    if constexpr (I < a::rank && I < b::rank) {
      if constexpr (std::is_same_v<type_at<a, I>, type_at<b, I>>)
        add_first_difference<I + 1>(result);
      else
        result.add("; ")
            .add(axis_text<type_at<a, I>>())
            .add(" meets ")
            .add(axis_text<type_at<b, I>>())
            .add(shard_remedy<type_at<a, I>, type_at<b, I>>());
    }
  }
  static constexpr bool has_same_axes() {
    return all_split<From>::rank == all_split<To>::rank && all_in(all_split<From>{});
  }
  template <class... Axes>
  static constexpr bool all_in(shape<Axes...>) {
    return (has_axis<Axes, all_split<To>> && ...);
  }
};

template <class A, class B>
constexpr bool same_names() {
  if (list_size<A> != list_size<B>) return false;
  for (std::size_t i = 0; i < list_size<A>; ++i)
    if (shapeproof::detail::names_of<A>::value[i] != shapeproof::detail::names_of<B>::value[i]) return false;
  return true;
}

template <class To>
struct target_repeats_name {
  static constexpr text reason() {
    return text::of("to ", to_text(To{}), " has the name ", repeated_name<To>(), " twice; rename one of them first");
  }
};

/// The axis with another slot in place of its innermost first factor, which memory may have wider than the shape.
template <class Axis, class Slot>
struct with_first {
  using type = Slot;
};
template <class First, class... Rest, class Slot>
struct with_first<fused<First, Rest...>, Slot> {
  using type = fused<typename with_first<First, Slot>::type, Rest...>;
};

/// Puts each fused axis of the target in place of the slots of its factors, which must be its factors exactly but for
/// the extent of the first one: nothing of the fused axis lies outside of it.
template <class Memory, class... Axes>
struct regrouped {
  static constexpr bool exists = true;
  using type = Memory;
};
template <class Memory, class Axis, class... Rest>
struct regrouped<Memory, Axis, Rest...> : regrouped<Memory, Rest...> {};
template <class Memory, class... Factors, class... Rest>
struct regrouped<Memory, fused<Factors...>, Rest...> {
  using factors = typename flat<memory, fused<Factors...>>::type;
  static constexpr std::size_t slot = position_of<Memory>(axis_name<type_at<factors, 0>>);
  static constexpr std::size_t end = slot + list_size<factors>;
  static constexpr auto next() {
    if constexpr (end > list_size<Memory>)
      return type_is<void>{};
    else if constexpr (!std::is_same_v<range_of<Memory, slot + 1, end>, range_of<factors, 1, list_size<factors>>>)
      return type_is<void>{};
    else
      return regrouped<replaced<Memory, slot, list_size<factors>,
                                memory<typename with_first<fused<Factors...>, type_at<Memory, slot>>::type>>,
                       Rest...>{};
  }
  using rest = decltype(next());
  static constexpr bool exists = [] {
    if constexpr (std::is_same_v<rest, type_is<void>>)
      return false;
    else
      return rest::exists;
  }();
  using type = typename rest::type;
};

template <class Shape, class Memory>
struct regrouped_for;
template <class... Axes, class Memory>
struct regrouped_for<shape<Axes...>, Memory> : regrouped<Memory, Axes...> {};

}  // namespace detail

/// `reshape<B, L, H, Dk>`: `[B, L, (H Dk)] -> [B, L, H, Dk]` or back: the innermost factors of both sides are the same
/// axes in the same order. No element moves. Anything else is refused, for equal element counts are not enough; and so
/// are a name that occurs twice, and views whose memory is in another order or wider.
template <class... Axes>
struct reshape_rule {
  using placement = keeps_sums;                    ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "reshape";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using from = shape_in<Layout>;
    using to = shape<Axes...>;
    if constexpr (!std::is_same_v<detail::all_split<from>, detail::all_split<to>>) {
      return refuse<"reshape", detail::other_factors<from, to>, Layout>{};
    } else if constexpr (!names_are_distinct<to>()) {
      return refuse<"reshape", detail::target_repeats_name<to>, Layout>{};
    } else if constexpr (is_dense<Layout>) {
      return to{};
    } else {
      using slots = detail::all_split<memory_in<Layout>>;
      using regrouped = detail::regrouped_for<to, slots>;
      if constexpr (regrouped::exists)
        return layout_from<to, typename regrouped::type>{};
      else if constexpr (detail::same_names<detail::all_split<from>, slots>())
        return refuse<"reshape", detail::memory_is_wider, Layout>{};
      else
        return refuse<"reshape", detail::memory_in_between<memory_in<Layout>>, Layout>{};
    }
  }
};
template <class... Axes>
inline constexpr reshape_rule<Axes...> reshape = {};

}  // namespace shapeproof::rules
