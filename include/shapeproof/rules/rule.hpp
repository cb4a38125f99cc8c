// SPDX-License-Identifier: BSL-1.0
/// What all rules share: how a refusal is put together.
#pragma once

#include <shapeproof/shape/layout.hpp>
#include <shapeproof/shape/refusal.hpp>
#include <shapeproof/shape/shape.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof::rules {

/// The message of a refused operation: its name, its operands' shapes, and `Reason::reason()`.
template <fixed_string Operation, class Reason, class... Operands>
struct because {
  /// Its name.
  static constexpr text operation() { return text::of(Operation.view()); }
  /// Their shapes: `[L, D=4] x [D=5, F]`.
  static constexpr text operands() {
    text result;
    bool first = true;
    (((first ? result : result.add(" x ")).add(to_text(Operands{})), first = false), ...);
    return result;
  }
  /// What disagrees, and a remedy.
  static constexpr text reason() { return Reason::reason(); }
};

/// What a rule returns to refuse.
template <fixed_string Operation, class Reason, class... Operands>
using refuse = refused<because<Operation, Reason, Operands...>>;

/// The same, from the operands' shapes as values: `return refused_as<"distance", reason>(a, b);`.
template <fixed_string Operation, class Reason, class... Operands>
constexpr refuse<Operation, Reason, Operands...> refused_as(Operands...) {
  return {};
}

/// A reason that needs no computing.
template <fixed_string Sentence>
struct plainly {
  /// The sentence.
  static constexpr text reason() { return text::of(Sentence.view()); }
};

/// An operation on an axis that the shape does not have.
template <fixed_string Name, class Shape>
struct no_such_axis {
  /// Names the axis, and the fused one that it is a factor of.
  static constexpr text reason() {
    text result = text::of("there is no axis ", Name.view());
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      std::string_view const near = shapeproof::detail::names_of<Shape>::value[i];
      if (near[0] == '(' && has_word(near, Name.view()))
        return result.add("; it is a factor of ").add(near).add(", call split first");
    }
    return result;
  }
  /// Whether `word` is one of the names in `(H Dk)`.
  static constexpr bool has_word(std::string_view words, std::string_view word) {
    for (std::size_t begin = 1, end = 1; end < words.size(); ++end) {
      if (is_letter(words[end]) || is_digit(words[end])) continue;
      if (words.substr(begin, end - begin) == word) return true;
      begin = end + 1;
    }
    return false;
  }
};

/// An operation that needs the whole axis, of which each rank has a part.
template <class Axis>
struct spread_over_ranks {
  /// Names the axis.
  static constexpr text reason() {
    return text::of("each rank has only its part of ", axis_text<whole<Axis>>(), "; call all_gather<", axis_name<Axis>,
                    "> first");
  }
};

/// `; shards and ...`: what to do where one side has a shard of the other's axis, or both have parts of one axis that
/// are not the same parts. Nothing where that is not so.
template <class A, class B>
constexpr text shard_remedy() {
  if constexpr (std::is_same_v<A, B> || !std::is_same_v<whole<A>, whole<B>>) {
    return {};
  } else if constexpr (is_sharded<A> && is_sharded<B>) {
    using left = type_at<typename shapeproof::detail::meshes_of_axis<A>::type, 0>;
    using right = type_at<typename shapeproof::detail::meshes_of_axis<B>::type, 0>;
    text result = text::of("; a rank has other parts of ", axis_name<A>, " on each side, ");
    if constexpr (std::is_same_v<left, right>)
      result.add("cut along other factors");
    else
      result.add("cut over ").add(mesh_text<left>()).add(" and over ").add(mesh_text<right>());
    return result.add(": cut both alike, or all_gather<").add(axis_name<A>).add("> of both");
  } else {
    return text::of("; shards and whole axes do not meet: shard the other side too, or all_gather<", axis_name<A>,
                    "> first");
  }
}

/// The axes that both sides have by name: each must be the same axis.
template <class A, class B>
struct shared_axes;
/// The axes of `A` one by one.
template <class... Axes, class B>
struct shared_axes<shape<Axes...>, B> {
  /// Whether `B` has not this name, or the same axis under it.
  template <class Axis>
  static constexpr bool agrees() {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at == not_found)
      return true;
    else
      return std::is_same_v<Axis, type_at<B, at>>;
  }
  static constexpr bool agree = (agrees<Axes>() && ...);  ///< whether all do

  /// The first two that do not agree.
  static constexpr text disagreement() {
    text result;
    (describe<Axes>(result), ...);
    return result;
  }
  /// Says it of one axis, where nothing is said yet.
  template <class Axis>
  static constexpr void describe(text& result) {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at != not_found)
      if (!agrees<Axis>() && result.size == 0)
        result = text::of(axis_text<Axis>(), " on the left meets ", axis_text<type_at<B, at>>(), " on the right",
                          shard_remedy<Axis, type_at<B, at>>());
  }
};

}  // namespace shapeproof::rules
