// SPDX-License-Identifier: BSL-1.0
/// The rule of rotary positions: which axis is counted, and which components make a pair.
#pragma once

#include <shapeproof/rules/rule.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <fixed_string Pairs>
struct other_pairs {
  template <class Last>
  struct of {
    static constexpr text reason() {
      text const wanted = canonical_pattern<Pairs>;
      text result = text::of("rotates pairs ", wanted, ", the last axis is ", axis_text<Last>());
      if (!is_fused<Last>)
        return result.add("; its type says how pairs are stored: fused<R, axis<C, 2>> or fused<axis<C, 2>, R>");
      return result.add(", stored for the other pairing; permute the weights when loading, or rotate ")
          .add(axis_name<Last>);
    }
  };
};

template <fixed_string Token, class Positions>
struct other_positions {
  static constexpr text reason() {
    return text::of("rotates over ", Token.view(), ", the positions count ", to_text(Positions{}),
                    "; heads have no position");
  }
};

template <class Last>
inline constexpr bool pairs_have_two = false;
template <class A, class B>
inline constexpr bool pairs_have_two<fused<A, B>> = (axis_name<A> == "C" && extent_polynomial<A> == polynomial(2)) ||
                                                    (axis_name<B> == "C" && extent_polynomial<B> == polynomial(2));

/// Whether the positions' last axis is the token axis of `Shape`, and all their axes are axes of it.
template <class Shape, fixed_string Token, class Positions>
inline constexpr bool counts_tokens = false;
template <class Shape, fixed_string Token, class... Axes>
inline constexpr bool counts_tokens<Shape, Token, shape<Axes...>> =
    axis_name<type_at<shape<Axes...>, sizeof...(Axes) - 1>> == Token.view() &&
    ((position_of<Shape>(axis_name<Axes>) != not_found &&
      std::is_same_v<type_at<join<Shape, shape<Axes>>, position_of<join<Shape, shape<Axes>>>(axis_name<Axes>)>,
                     Axes>) &&
     ...);

}  // namespace detail

/// `rope<"L", "(R C)">`: x `[B, H, L, (R C)]`, positions `[L]` or `[B, L]` -> x's shape. The pairing is the order of
/// the last axis' factors: `(R C)` has the two components C of a pair side by side, `(C R)` half an axis apart. Refused
/// where there is no token axis or the positions count another one, x is stored for the other pairing, or C is not 2.
template <fixed_string Token, fixed_string Pairs>
struct rope_rule {
  static constexpr fixed_string name = "rope";  ///< in messages
  template <class Shape, class Positions>
  constexpr auto operator()(Shape, Positions) const {
    if constexpr (Shape::rank == 0 || position_of<Shape>(Token.view()) == not_found) {
      return refuse<"rope", no_such_axis<Token, Shape>, Shape>{};
    } else {
      using last = type_at<Shape, Shape::rank - 1>;
      if constexpr (!detail::counts_tokens<Shape, Token, Positions>)
        return refuse<"rope", detail::other_positions<Token, Positions>, Shape>{};
      else if constexpr (is_sharded<type_at<Shape, position_of<Shape>(Token.view())>>)
        return refuse<"rope", spread_over_ranks<type_at<Shape, position_of<Shape>(Token.view())>>, Shape>{};
      else if constexpr (is_sharded<last>)
        return refuse<"rope", spread_over_ranks<last>, Shape>{};
      else if constexpr (!is_fused<last> || axis_name<last> != detail::canonical_pattern<Pairs>.view())
        return refuse<"rope", typename detail::other_pairs<Pairs>::template of<last>, Shape>{};
      else if constexpr (!detail::pairs_have_two<last>)
        return refuse<"rope", plainly<"a pair has two components: one of the factors is the axis C with extent 2">,
                      Shape>{};
      else
        return Shape{};
    }
  }
};
template <fixed_string Token, fixed_string Pairs>
inline constexpr rope_rule<Token, Pairs> rope = {};

}  // namespace shapeproof::rules
