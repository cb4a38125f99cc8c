// SPDX-License-Identifier: BSL-1.0
/// The rule of the border: the layout that a user states for somebody else's memory, as far as the compiler sees it.
#pragma once

#include <shapeproof/interop/learner.hpp>
#include <shapeproof/interop/outline.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/symbols.hpp>
#include <shapeproof/tensor/witness.hpp>

#include <cstddef>
#include <string_view>

namespace shapeproof::detail {

template <std::size_t Rank>
inline constexpr positions<Rank> turned_round = [] {
  positions<Rank> result;
  for (std::size_t i = 0; i < Rank; ++i) result.at[i] = Rank - 1 - i;
  return result;
}();

template <bool FirstIsInnermost, class... Axes>
struct order_of_axes {
  using type = memory<Axes...>;
};
template <class... Axes>
struct order_of_axes<true, Axes...> {
  using type = picked<memory<Axes...>, turned_round<sizeof...(Axes)>, sizeof...(Axes)>;
};

/// `memory<Slots...>, Axes...`; or only axes, which then lie in memory in their own order, or in the opposite one.
template <bool FirstIsInnermost, class... Axes>
struct stated_layout {
  using axes = shape<Axes...>;
  using slots = typename order_of_axes<FirstIsInnermost, Axes...>::type;
};
template <bool FirstIsInnermost, class... Slots, class... Axes>
struct stated_layout<FirstIsInnermost, memory<Slots...>, Axes...> {
  using axes = shape<Axes...>;
  using slots = memory<Slots...>;
};

template <std::size_t Stated, std::size_t Given>
struct other_rank {
  static constexpr text reason() {
    return text::of(static_cast<long long>(Stated), Stated == 1 ? " axis is" : " axes are", " stated for memory of ",
                    static_cast<long long>(Given), Given == 1 ? " dimension" : " dimensions");
  }
};

template <class Axes>
struct name_twice_at_border {
  static constexpr text reason() {
    return text::of("the name ", repeated_name<Axes>(), " occurs twice; each role has one name");
  }
};

/// Whether every axis has one slot, with room for it.
template <class Shape, class Memory>
struct room;
template <class... Axes, class... Slots>
struct room<shape<Axes...>, memory<Slots...>> {
  static constexpr long long wanted[sizeof...(Axes) + 1] = {known_extent<Axes>()..., 0};
  static constexpr long long allocated[sizeof...(Slots) + 1] = {known_extent<Slots>()..., 0};
  static constexpr std::size_t slot[sizeof...(Axes) + 1] = {position_of<memory<Slots...>>(axis_name<Axes>)..., 0};

  static constexpr bool is_narrow(std::size_t axis) {
    long long const width = allocated[slot[axis]];
    return slot[axis] > 0 && wanted[axis] != unknown && width != unknown && width < wanted[axis];
  }
  static constexpr std::size_t missing = [] {
    for (std::size_t i = 0; i < sizeof...(Axes); ++i)
      if (slot[i] == not_found || is_narrow(i)) return i;
    return not_found;
  }();
  static constexpr bool is_twofold = [] {
    for (std::size_t i = 0; i < sizeof...(Slots); ++i)
      if (std::string_view const name = names_of<memory<Slots...>>::value[i]; !name.empty())
        if (position_of<memory<Slots...>>(name) != i) return true;
    return false;
  }();
  static constexpr text reason() {
    if (missing == not_found) return text::of("the memory (", to_text(memory<Slots...>{}), ") has a slot twice");
    std::string_view const name = names_of<shape<Axes...>>::value[missing];
    if (slot[missing] == not_found) return text::of("the memory (", to_text(memory<Slots...>{}), ") has no ", name);
    return text::of(name, "=", wanted[missing], " has no room in ", allocated[slot[missing]], " of the memory");
  }
};

/// Every symbol needs a value: a `bind`, or what the memory tells.
template <class Layout, bool HasExtents, class Bound>
struct border_symbols;
template <class Layout, bool HasExtents, fixed_string... Names>
struct border_symbols<Layout, HasExtents, symbols<Names...>> {
  using given = symbol_list<symbols<Names...>>;
  using needed = symbol_list<symbols_in<Layout>>;

  static constexpr std::size_t untold() {
    if constexpr (symbols_in<Layout>::count == 0) {
      return not_found;
    } else {
      learner<Layout> learnt;
      (learnt.learn(binding<Names>{1}), ...);
      if (HasExtents) learnt.learn_from_extents({});
      learnt.learn_from_strides({}, {});
      return learnt.first_unknown();
    }
  }
  /// The first name that no extent uses or that is bound twice.
  static constexpr std::size_t superfluous() {
    for (std::size_t i = 0; i < sizeof...(Names); ++i)
      if (needed::find(given::names[i]) == not_found || given::find(given::names[i]) != i) return i;
    return not_found;
  }
  static constexpr bool agree() {
    if constexpr (superfluous() != not_found)
      return false;
    else
      return untold() == not_found;
  }
  static constexpr text reason() {
    if constexpr (superfluous() != not_found) {
      auto const name = given::names[superfluous()];
      bool const used = needed::find(name) != not_found;
      return text::of("the symbol ", name, used ? " is bound twice" : " is bound, but no extent uses it");
    } else {
      auto const name = needed::names[untold()];
      return text::of("nothing tells the value of ", name, "; pass bind<\"", name, "\">(n)");
    }
  }
};

template <class Layout, auto Known>
struct extents_disagree {
  static constexpr text reason() {
    return other_extent_text(names_of<shape_in<Layout>>::value, known_in<Layout>, Known);
  }
};
template <class Layout, auto Known>
struct strides_disagree {
  static constexpr text reason() {
    return other_stride_text(names_of<shape_in<Layout>>::value, known_in<Layout>, Known);
  }
};

template <fixed_string Operation, class Shape, auto Known, bool WithStrides, class Reason>
struct border_message {
  static constexpr text operation() { return text::of(Operation.view()); }
  static constexpr text operands() { return to_text(Shape{}).add(found_text(Known, WithStrides)); }
  static constexpr text reason() { return Reason::reason(); }
};

/// The layout of the view; refused where names, rank, slots, symbols, or extents and strides of which both sides have
/// numbers do not agree. `Known` is what the compiler knows of the memory.
template <fixed_string Operation, class Stated, auto Known, bool HasExtents, class Bound>
constexpr auto border_rule() {
  using axes = typename Stated::axes;
  using slots = typename Stated::slots;
  if constexpr (axes::rank != Known.rank) {
    return refused<border_message<Operation, axes, Known, false, other_rank<axes::rank, Known.rank>>>{};
  } else if constexpr (!names_are_distinct<axes>()) {
    return refused<border_message<Operation, axes, Known, false, name_twice_at_border<axes>>>{};
  } else if constexpr (room<axes, slots>::missing != not_found || room<axes, slots>::is_twofold) {
    return refused<border_message<Operation, axes, Known, false, room<axes, slots>>>{};
  } else {
    using layout = layout_from<axes, slots>;
    if constexpr (!border_symbols<layout, HasExtents, Bound>::agree())
      return refused<border_message<Operation, axes, Known, false, border_symbols<layout, HasExtents, Bound>>>{};
    else if constexpr (other_extent(known_in<layout>, Known) != not_found)
      return refused<border_message<Operation, axes, Known, false, extents_disagree<layout, Known>>>{};
    else if constexpr (other_stride(known_in<layout>, Known) != not_found)
      return refused<border_message<Operation, axes, Known, true, strides_disagree<layout, Known>>>{};
    else
      return type_is<layout>{};
  }
}

}  // namespace shapeproof::detail
