// SPDX-License-Identifier: BSL-1.0
/// The rule of elementwise operations: broadcast by name.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

/// Whether the axes of `Part` are some of the axes of `Whole`, in the same order.
template <class Part, class Whole>
inline constexpr bool is_part_of = false;
template <class... Whole>
inline constexpr bool is_part_of<shape<>, shape<Whole...>> = true;
template <class First, class... Part, class... Whole>
inline constexpr bool is_part_of<shape<First, Part...>, shape<First, Whole...>> =
    is_part_of<shape<Part...>, shape<Whole...>>;
template <class First, class... Part, class Other, class... Whole>
inline constexpr bool is_part_of<shape<First, Part...>, shape<Other, Whole...>> =
    is_part_of<shape<First, Part...>, shape<Whole...>>;

template <class A, class B>
struct no_broadcast;
template <class... A, class B>
struct no_broadcast<shape<A...>, B> {
  template <class Axis>
  static constexpr void compare(text& result) {
    constexpr std::size_t at = position_of<B>(axis_name<Axis>);
    if constexpr (at != not_found) {
      using other = type_at<B, at>;
      if (std::is_same_v<Axis, other> || result.size > 0) return;
      result = text::of(axis_text<Axis>(), " meets ", axis_text<other>(), shard_remedy<Axis, other>());
      if (std::is_same_v<whole<Axis>, whole<other>>) return;
      polynomial const difference = extent_polynomial<Axis> - extent_polynomial<other>;
      if (!is_static<Axis> || !is_static<other>) result.add("; they differ by ").add(to_text(difference));
    }
  }
  static constexpr text reason() {
    text result;
    (compare<A>(result), ...);
    if (result.size > 0) return result;
    if (has_all<B, shape<A...>>() || has_all<shape<A...>, B>())
      return result.add("the axes are in another order; permute one side");
    text only_left = missing_in<shape<A...>, B>();
    text only_right = missing_in<B, shape<A...>>();
    return result.add("only the left has ")
        .add(only_left)
        .add(", only the right has ")
        .add(only_right)
        .add("; an axis is broadcast by its name, from the side that has all axes");
  }
  template <class Part, class Whole>
  static constexpr bool has_all() {
    for (std::size_t i = 0; i < Part::rank; ++i)
      if (position_of<Whole>(shapeproof::detail::names_of<Part>::value[i]) == not_found) return false;
    return true;
  }
  template <class From, class In>
  static constexpr text missing_in() {
    text result;
    for (std::size_t i = 0; i < From::rank; ++i) {
      std::string_view const name = shapeproof::detail::names_of<From>::value[i];
      if (position_of<In>(name) == not_found) result.add(result.size > 0 ? ", " : "").add(name);
    }
    return result;
  }
};

}  // namespace detail

/// `[B, L, D] + [B, L, D] -> [B, L, D]`, `[B, L, D] + [D] -> [B, L, D]`: one side's axes are all, or some in the same
/// order, of the other's. Anything else is refused: never by position and never because an extent is 1, both of which
/// NumPy does (https://numpy.org/doc/stable/user/basics.broadcasting.html). `Operation` is `+`, `-` or `*`.
template <fixed_string Operation>
struct broadcast_rule {
  /// What it does with sums over ranks; any other operation than the three is linear in nothing.
  using placement =
      std::conditional_t<Operation.view() == "*", multiplies_sums,
                         std::conditional_t<Operation.view() == "+" || Operation.view() == "-", adds_sums, void>>;
  static constexpr auto name = Operation;  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    if constexpr (std::is_same_v<A, B> || detail::is_part_of<B, A>)
      return A{};
    else if constexpr (detail::is_part_of<A, B>)
      return B{};
    else
      return refuse<Operation, detail::no_broadcast<A, B>, A, B>{};
  }
};
template <fixed_string Operation>
inline constexpr broadcast_rule<Operation> broadcast = {};

}  // namespace shapeproof::rules
