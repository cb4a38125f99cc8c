// SPDX-License-Identifier: BSL-1.0
/// The rules of sum, max, softmax, causal_softmax and the norms: what happens along one named axis.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class Queries, class Keys>
struct keys_before_queries {
  static constexpr polynomial offset = extent_polynomial<Keys> - extent_polynomial<Queries>;
  static constexpr text reason() {
    return text::of("the mask is offset by ", axis_text<Keys>(), " minus ", axis_text<Queries>(), " = ",
                    to_text(offset), ", which may be negative; keys are cached positions and queries together");
  }
};

template <class Rows>
struct padded_elsewhere {
  static constexpr text reason() { return text::of("the padding is that of rows along ", axis_text<Rows>()); }
};

template <class Shape, class Axis, class Gamma, class... Beta>
struct other_parameter {
  static constexpr text reason() {
    text result = text::of("normalises over ", axis_text<Axis>(), ", so gamma ",
                           sizeof...(Beta) == 0 ? "" : "and beta ", "must be ", to_text(shape<Axis>{}));
    if constexpr (Gamma::rank == 1) add_remedy<type_at<Gamma, 0>>(result);
    return result;
  }
  /// Where gamma is right, it is the axis that is wrong.
  template <class Given>
  static constexpr void add_remedy(text& result) {
    if (has_axis<Given, Shape>) result.add("; did you mean to normalise over ").add(axis_name<Given>).add("?");
    if (is_factor<Given>(static_cast<Axis*>(nullptr)))
      result.add("; gamma has a factor of it: split ")
          .add(axis_name<Axis>)
          .add(" first and normalise over ")
          .add(axis_name<Given>);
  }
  template <class Given, class Plain>
  static constexpr bool is_factor(Plain*) {
    return false;
  }
  template <class Given, class... Factors>
  static constexpr bool is_factor(fused<Factors...>*) {
    return (std::is_same_v<Given, Factors> || ...);
  }
};

}  // namespace detail

/// `sum<"D">`, `max<"D">`: `[B, L, D] -> [B, L]`. The axis is dropped. Refused where there is none of that name, and
/// but for a sum where it is a shard.
template <fixed_string Operation, fixed_string Name>
struct reduce_rule {
  /// What it does with sums over ranks.
  using placement = std::conditional_t<Operation.view() == "sum", multiplies_sums, void>;
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found)
      return refuse<Operation, no_such_axis<Name, Shape>, Shape>{};
    else if constexpr (Operation.view() != "sum" && is_sharded<type_at<Shape, at>>)
      return refuse<Operation, spread_over_ranks<type_at<Shape, at>>, Shape>{};
    else
      return join<range_of<Shape, 0, at>, range_of<Shape, at + 1, Shape::rank>>{};
  }
};
template <fixed_string Operation, fixed_string Name>
inline constexpr reduce_rule<Operation, Name> reduce = {};

/// `softmax<"S">`: `[B, H, L, S] -> [B, H, L, S]`: along S all values are in [0, 1] and sum to 1. Refused where there
/// is no such axis, it is fused or a shard, or it is the queries L of scores that have keys S.
template <fixed_string Name>
struct softmax_rule {
  static constexpr fixed_string name = "softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found)
      return refuse<"softmax", no_such_axis<Name, Shape>, Shape>{};
    else if constexpr (is_sharded<type_at<Shape, at>>)
      return refuse<"softmax", spread_over_ranks<type_at<Shape, at>>, Shape>{};
    else if constexpr (is_fused<type_at<Shape, at>>)
      return refuse<"softmax", plainly<"a fused axis mixes its factors; split first and normalise over one of them">,
                    Shape>{};
    else if constexpr (Name.view() == "L" && position_of<Shape>("S") != not_found)
      return refuse<"softmax", plainly<"L are queries; attention weights sum to 1 over the keys S">, Shape>{};
    else
      return Shape{};
  }
};
template <fixed_string Name>
inline constexpr softmax_rule<Name> softmax = {};

/// `causal_softmax<"L","S">`: `[..., L, S] -> [..., L, S]`: query l sees the keys 0 .. l + (S - L), the others are 0.
/// Refused where S - L is not provably >= 0, an axis is missing, fused or a shard, both are one, or scores that have L
/// and S have other queries or keys than these.
template <fixed_string Queries, fixed_string Keys>
struct causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    constexpr std::size_t query = position_of<Shape>(Queries.view());
    constexpr std::size_t key = position_of<Shape>(Keys.view());
    if constexpr (query == not_found) {
      return refuse<"causal_softmax", no_such_axis<Queries, Shape>, Shape>{};
    } else if constexpr (key == not_found) {
      return refuse<"causal_softmax", no_such_axis<Keys, Shape>, Shape>{};
    } else if constexpr (query == key) {
      return refuse<"causal_softmax", plainly<"queries and keys are one axis; give the keys their own name">, Shape>{};
    } else if constexpr (is_sharded<type_at<Shape, key>>) {
      return refuse<"causal_softmax", spread_over_ranks<type_at<Shape, key>>, Shape>{};
    } else if constexpr (is_sharded<type_at<Shape, query>>) {
      return refuse<"causal_softmax", spread_over_ranks<type_at<Shape, query>>, Shape>{};
    } else if constexpr (is_fused<type_at<Shape, query>> || is_fused<type_at<Shape, key>>) {
      return refuse<"causal_softmax", plainly<"a fused axis has no one order in time; split it first">, Shape>{};
    } else {
      using mask = detail::keys_before_queries<type_at<Shape, query>, type_at<Shape, key>>;
      constexpr bool are_scores = position_of<Shape>("L") != not_found && position_of<Shape>("S") != not_found;
      if constexpr (!mask::offset.never_negative())
        return refuse<"causal_softmax", mask, Shape>{};
      else if constexpr (are_scores && (Queries.view() != "L" || Keys.view() != "S"))
        return refuse<"causal_softmax", plainly<"of scores, L are the queries and S the keys, in this order">, Shape>{};
      else
        return Shape{};
    }
  }
};
template <fixed_string Queries, fixed_string Keys>
inline constexpr causal_softmax_rule<Queries, Keys> causal_softmax = {};

/// `causal_softmax` of padded rows: `[B, H, L, S] -> [B, H, L, S]`. Refused as that, and where the scores have not the
/// axis `Rows`.
template <fixed_string Queries, fixed_string Keys, class Rows>
struct padded_causal_softmax_rule {
  static constexpr fixed_string name = "causal_softmax";  ///< in messages
  template <class Shape>
  constexpr auto operator()(Shape) const {
    using outcome = decltype(causal_softmax<Queries, Keys>(Shape{}));
    if constexpr (is_refused<outcome> || has_axis<Rows, Shape>)
      return outcome{};
    else
      return refuse<"causal_softmax", detail::padded_elsewhere<Rows>, Shape>{};
  }
};

/// `layer_norm<"D">`, `rms_norm<"D">`: `[B, L, D], [D]... -> [B, L, D]`: each position on its own. Refused where there
/// is no such axis, it is a shard, or a parameter has another shape than that axis alone.
template <fixed_string Operation, fixed_string Name>
struct normalize_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Shape, class... Parameters>
  constexpr auto operator()(Shape, Parameters...) const {
    constexpr std::size_t at = position_of<Shape>(Name.view());
    if constexpr (at == not_found) {
      return refuse<Operation, no_such_axis<Name, Shape>, Shape, Parameters...>{};
    } else {
      using axis = type_at<Shape, at>;
      if constexpr (is_sharded<axis>)
        return refuse<Operation, spread_over_ranks<axis>, Shape, Parameters...>{};
      else if constexpr ((std::is_same_v<Parameters, shape<axis>> && ...))
        return Shape{};
      else
        return refuse<Operation, detail::other_parameter<Shape, axis, Parameters...>, Shape, Parameters...>{};
    }
  }
};
template <fixed_string Operation, fixed_string Name>
inline constexpr normalize_rule<Operation, Name> normalize = {};

}  // namespace shapeproof::rules
