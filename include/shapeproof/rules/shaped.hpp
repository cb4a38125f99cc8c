// SPDX-License-Identifier: BSL-1.0
/// Patterns of shapes: axes in order, some of any extent; and how a shape differs from a pattern, in words.
#pragma once

#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// In a pattern: an axis of this name, whatever its extent. `any_extent<"(H Dk)">` takes a fused one. A shard is only a
/// part of an axis: a pattern that takes one says so, `shard<F, tp>`.
template <fixed_string Name>
struct any_extent {};

/// At the beginning of a pattern: any axes, or none, before the others.
struct any_axes {};

namespace detail {
template <fixed_string Name>
struct name_of<any_extent<Name>> {
  static constexpr std::string_view value = Name.view();
};
template <>
struct name_of<any_axes> {
  static constexpr std::string_view value = {};
};
}  // namespace detail

namespace rules {

/// Axes, `any_extent`s, and perhaps `any_axes` in front.
template <class... Slots>
struct shape_pattern {};

namespace detail {

template <class Slot>
struct slot {
  template <class Axis>
  static constexpr bool takes = std::is_same_v<Slot, Axis>;
  static constexpr bool has_extent = true;
  static constexpr text spelled() { return axis_text<Slot>(); }
};
template <fixed_string Name>
struct slot<any_extent<Name>> {
  template <class Axis>
  static constexpr bool takes = axis_name<Axis> == Name.view() && !is_sharded<Axis>;
  static constexpr bool has_extent = false;
  static constexpr text spelled() { return text::of(Name.view(), "=any"); }
};
template <>
struct slot<any_axes> {
  template <class Axis>
  static constexpr bool takes = false;
  static constexpr bool has_extent = false;
  static constexpr text spelled() { return text::of("..."); }
};

}  // namespace detail

/// `[..., L=any, D=5200]`.
template <class... Slots>
constexpr text to_text(shape_pattern<Slots...>) {
  text result = text::of("[");
  bool first = true;
  (((first ? result : result.add(", ")).add(detail::slot<Slots>::spelled()), first = false), ...);
  return result.add("]");
}

/// Whether a shape has these axes, in this order, and no others.
template <class Shape, class Pattern>
inline constexpr bool fits = false;
template <class... Axes, class... Slots>
  requires(sizeof...(Axes) == sizeof...(Slots))
inline constexpr bool fits<shape<Axes...>, shape_pattern<Slots...>> =
    (detail::slot<Slots>::template takes<Axes> && ...);
template <class... Axes, class... Slots>
  requires(sizeof...(Axes) >= sizeof...(Slots))
inline constexpr bool fits<shape<Axes...>, shape_pattern<any_axes, Slots...>> =
    fits<range_of<shape<Axes...>, sizeof...(Axes) - sizeof...(Slots), sizeof...(Axes)>, shape_pattern<Slots...>>;

/// The first thing in which a shape differs from a pattern, and what to do: an axis that is missing, has another extent
/// or is one too many; or the order.
template <class Shape, class Pattern>
struct other_shape;
template <class... Axes, class... Slots>
struct other_shape<shape<Axes...>, shape_pattern<Slots...>> {
  using given = shape<Axes...>;
  using wanted = shape_pattern<Slots...>;

  static constexpr text reason() {
    text result;
    (explain_slot<Slots>(result), ...);
    if (position_of<wanted>({}) == not_found)
      (explain_axis<Axes>(result), ...);
    else if (result.size == 0)
      explain_behind(result);
    if (result.size == 0) explain_order(result);
    return result;
  }

 private:
  template <class Slot>
  static constexpr void explain_slot(text& result) {
    if (result.size > 0 || axis_name<Slot>.empty()) return;
    constexpr std::size_t at = position_of<given>(axis_name<Slot>);
    if constexpr (at == not_found)
      add_remedy<Slot>(result.add("the axis ").add(axis_name<Slot>).add(" is missing"));
    else if constexpr (!detail::slot<Slot>::has_extent && is_sharded<type_at<given, at>>)
      result.add(spread_over_ranks<type_at<given, at>>::reason());
    else if constexpr (!detail::slot<Slot>::template takes<type_at<given, at>>)
      add_difference<Slot, type_at<given, at>>(result);
  }
  template <class Slot, class Axis>
  static constexpr void add_difference(text& result) {
    if constexpr (axis_text<Axis>().view() == axis_text<Slot>().view())  // fused: their factors differ
      result.add(shapeproof::detail::with_factors<Axis>::spelled())
          .add(" is not ")
          .add(shapeproof::detail::with_factors<Slot>::spelled());
    else
      result.add(axis_text<Axis>()).add(" is not ").add(axis_text<Slot>());
    if constexpr (std::is_same_v<whole<Axis>, whole<Slot>>) {
      if (is_sharded<Axis> && is_sharded<Slot>)
        result.add(shard_remedy<Axis, Slot>());
      else if (is_sharded<Axis>)
        result.add("; call all_gather<").add(axis_name<Axis>).add("> first");
      else
        result.add("; scatter<").add(axis_name<Axis>).add("> takes a rank's part");
    } else if (!(extent_polynomial<Axis> == extent_polynomial<Slot>)) {
      result.add("; they differ by ").add(to_text(extent_polynomial<Axis> - extent_polynomial<Slot>));
    }
  }
  /// What may be the axis that is missing.
  template <class Slot>
  static constexpr void add_remedy(text& result) {
    constexpr std::string_view slot = axis_name<Slot>;
    for (std::size_t i = 0; i < given::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<given>::value[i];
      if (name[0] == '(' && has_word(name, slot)) {
        result.add("; it is a factor of ").add(name).add(", call split first");
        return;
      }
      if (slot[0] == '(' && has_word(slot, name)) {
        result.add("; ").add(name).add(" is a factor of it, call merge first");
        return;
      }
    }
    (add_other_role<Slot, Axes>(result), ...);
  }
  template <class Slot, class Axis>
  static constexpr void add_other_role(text& result) {
    if constexpr (detail::slot<Slot>::has_extent)
      if (position_of<wanted>(axis_name<Axis>) == not_found && extent_polynomial<Axis> == extent_polynomial<Slot>)
        result.add("; ").add(axis_text<Axis>()).add(" has its extent, but another role");
  }
  template <class Axis>
  static constexpr void explain_axis(text& result) {
    if (result.size == 0 && position_of<wanted>(axis_name<Axis>) == not_found)
      result.add("the axis ").add(axis_text<Axis>()).add(" is one too many");
  }
  /// After `any_axes`: an axis that the pattern does not name, behind one that it does.
  static constexpr void explain_behind(text& result) {
    bool is_behind = false;
    (explain_behind_named<Axes>(result, is_behind), ...);
  }
  template <class Axis>
  static constexpr void explain_behind_named(text& result, bool& is_behind) {
    if (position_of<wanted>(axis_name<Axis>) != not_found)
      is_behind = true;
    else if (is_behind)
      explain_axis<Axis>(result);
  }
  static constexpr void explain_order(text& result) {
    result.add("the axes are in another order");
    if (position_of<wanted>({}) != not_found) return;
    result.add("; call permute<");
    bool first = true;
    ((result.add(first ? "\"" : ", \"").add(axis_name<Slots>).add("\""), first = false), ...);
    result.add(">");
  }
  static constexpr bool has_word(std::string_view words, std::string_view word) {
    return no_such_axis<"", given>::has_word(words, word);
  }
};

}  // namespace rules
}  // namespace shapeproof
