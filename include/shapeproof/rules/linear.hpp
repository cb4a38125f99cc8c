// SPDX-License-Identifier: BSL-1.0
/// The rule of linear layers.
#pragma once

#include <shapeproof/rules/matmul.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class X, class W, class In, class Rows>
struct other_input {
  static constexpr text reason() {
    text result = text::of("the input ends in ", axis_text<In>(), ", the rows of the weight are ", axis_text<Rows>());
    text const remedy = shard_remedy<In, Rows>();
    if (remedy.size > 0) return result.add(remedy);
    return result.add(std::is_same_v<In, type_at<W, 1>> ? "; did you mean transpose(weight)?"
                                                        : "; is it another weight?");
  }
};

template <class W>
struct other_bias {
  static constexpr text reason() { return text::of("the bias must be ", to_text(shape<type_at<W, 1>>{})); }
};

}  // namespace detail

/// `[..., In] x [In, Out] -> [..., Out]`, and a bias `[Out]`. Refused where the last axis of the input is not the first
/// one of the weight, the weight has not two axes, the bias is not `[Out]`, or the result would have a name twice.
struct linear_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "linear";  ///< in messages
  template <class X, class W, class... Bias>
  constexpr auto operator()(X, W, Bias...) const {
    if constexpr (W::rank != 2) {
      return refuse<"linear", plainly<"a weight has two axes: input and output">, X, W, Bias...>{};
    } else if constexpr (X::rank == 0) {
      return refuse<"linear", plainly<"the input has no axis">, X, W, Bias...>{};
    } else {
      using in = type_at<X, X::rank - 1>;
      using out = type_at<W, 1>;
      if constexpr (!std::is_same_v<in, type_at<W, 0>>)
        return refuse<"linear", detail::other_input<X, W, in, type_at<W, 0>>, X, W, Bias...>{};
      else if constexpr (position_of<X>(axis_name<out>) < X::rank - 1)
        return refuse<"linear", detail::name_twice<out>, X, W, Bias...>{};
      else if constexpr (!(std::is_same_v<Bias, shape<out>> && ...))
        return refuse<"linear", detail::other_bias<W>, X, W, Bias...>{};
      else
        return join<range_of<X, 0, X::rank - 1>, shape<out>>{};
    }
  }
};
inline constexpr linear_rule linear = {};

}  // namespace shapeproof::rules
