// SPDX-License-Identifier: BSL-1.0
/// The rule of einsum: a product by axis names.
#pragma once

#include <shapeproof/rules/pattern.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace shapeproof::rules {

namespace detail {

template <class A, class B, class Pattern>
struct einsum_check {
  static constexpr tokens const& left = Pattern::left;
  static constexpr tokens const& other = Pattern::other;
  static constexpr tokens const& right = Pattern::right;

  /// The first token of the result that neither operand has.
  static constexpr std::string_view unknown() {
    for (std::size_t i = 0; i < right.count; ++i)
      if (left.find(right.at[i]) == not_found && other.find(right.at[i]) == not_found) return right.at[i];
    return {};
  }
  static constexpr bool holds = !Pattern::malformed && Pattern::has_comma && left.repeated().empty() &&
                                other.repeated().empty() && names_match<A>(left) && names_match<B>(other) &&
                                unknown().empty() && right.repeated().empty() && shared_axes<A, B>::agree;

  static constexpr text reason() {
    if (Pattern::malformed || !Pattern::has_comma)
      return text::of("the pattern is not of the form: left axes, right axes -> result axes");
    for (tokens const* side : {&left, &other})
      if (!side->repeated().empty())
        return text::of("repeated axis ", side->repeated(), " in one operand; a product has two axes to contract");
    if (!names_match<A>(left)) return text::of("left operand: ", mismatch_text<A>(left));
    if (!names_match<B>(other)) return text::of("right operand: ", mismatch_text<B>(other));
    if (!unknown().empty()) return text::of("no operand has the result axis ", unknown());
    if (!right.repeated().empty()) return text::of("the result has ", right.repeated(), " twice");
    return shared_axes<A, B>::disagreement();
  }
};

template <class A, class B, class Pattern, std::size_t At>
constexpr auto einsum_axis() {
  constexpr std::size_t in_left = position_of<A>(Pattern::right.at[At]);
  if constexpr (in_left != not_found)
    return type_is<type_at<A, in_left>>{};
  else
    return type_is<type_at<B, position_of<B>(Pattern::right.at[At])>>{};
}

template <class A, class B, class Pattern, class Indices>
struct einsum_result;
template <class A, class B, class Pattern, std::size_t... I>
struct einsum_result<A, B, Pattern, std::index_sequence<I...>> {
  using type = shape<typename decltype(einsum_axis<A, B, Pattern, I>())::type...>;
};

}  // namespace detail

/// `einsum<"B L H Dk, B S H Dk -> B H L S">`: `[B, L, H, Dk] x [B, S, H, Dk] -> [B, H, L, S]`. The pattern names both
/// operands' axes in order, as in numpy.einsum; what the result leaves out is summed. Refused: a pattern of another
/// form, names that are not the operands', a name twice on one side, one in both that is not the same axis.
template <fixed_string Pattern>
struct einsum_rule {
  using placement = multiplies_sums;              ///< one operand may be a part of a sum
  static constexpr fixed_string name = "einsum";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using read = pattern<Pattern>;
    using check = detail::einsum_check<A, B, read>;
    if constexpr (check::holds)
      return typename detail::einsum_result<A, B, read, std::make_index_sequence<read::right.count>>::type{};
    else
      return refuse<"einsum", check, A, B>{};
  }
};
template <fixed_string Pattern>
inline constexpr einsum_rule<Pattern> einsum = {};

}  // namespace shapeproof::rules
