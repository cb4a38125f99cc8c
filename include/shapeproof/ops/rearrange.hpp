// SPDX-License-Identifier: BSL-1.0
/// Split, permute and merge in one pattern.
#pragma once

#include <shapeproof/ops/contiguous.hpp>
#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/rearrange.hpp>

#include <utility>

namespace shapeproof {

/// Whether `rearrange<Pattern>(x)` is accepted.
template <class X, fixed_string Pattern>
concept can_rearrange = accepts_layout<rules::rearrange_rule<Pattern>, X>;

namespace detail {

/// Whether memory order lets the pattern be a view.
template <class Layout, fixed_string Pattern, bool Accepted>
inline constexpr bool rearranges_in_place = true;
template <class Layout, fixed_string Pattern>
inline constexpr bool rearranges_in_place<Layout, Pattern, true> =
    !is_refused<typename rules::detail::rearrange_steps<Layout, rules::pattern<Pattern>>::merged>;

template <fixed_string Pattern, class X>
inline constexpr bool is_view_pattern =
    rearranges_in_place<layout_of<X>, Pattern, !is_poisoned<X> && can_rearrange<X, Pattern>>;

template <bool IsView, fixed_string Pattern, class X>
struct rearranged {
  using type = viewed<rules::rearrange_rule<Pattern>, X>;
};
template <fixed_string Pattern, class X>
struct rearranged<false, Pattern, X> {
  using type = typename placing<has_marks<std::remove_cvref_t<X>>>::template result<
      typename tensor_from<is_meta<std::remove_cvref_t<X>> ? kind::meta : kind::owner, element_of<X>,
                           outcome_of<rules::rearrange_rule<Pattern>, layout_of<X>>>::type,
      rules::rearrange_rule<Pattern>, X>;
};

}  // namespace detail

/// `rearrange<"B L (H Dk) -> B H L Dk">(x)`: `[B, L, (H Dk)] -> [B, H, L, Dk]`: groups on the left are split, the axes
/// reordered, groups on the right merged. A view where memory order allows it; otherwise a dense copy, which the
/// result's type shows. Refused where the left side is not the axes of x, or the sides name other axes. The pattern is
/// that of einops (Rogozhnikov, 2022, ICLR).
template <fixed_string Pattern, any_tensor X>
constexpr auto rearrange(X&& x) ->
    typename detail::rearranged<is_poisoned<X> || detail::is_view_pattern<Pattern, X>, Pattern, X>::type {
  using result = typename detail::rearranged<is_poisoned<X> || detail::is_view_pattern<Pattern, X>, Pattern, X>::type;
  if constexpr (is_poisoned<result>) {
    return {};
  } else if constexpr (detail::is_view_pattern<Pattern, X>) {
    return relabel<"rearrange", result>(std::forward<X>(x));
  } else {
    using steps = rules::detail::rearrange_steps<layout_of<X>, rules::pattern<Pattern>>;
    using permuted = summed_as<
        typename detail::tensor_from<detail::view_kind<X&>, detail::viewed_element<X&>, typename steps::permuted>::type,
        X>;
    return relabel<"rearrange", result>(contiguous(relabel<"rearrange", permuted>(x)));
  }
}

}  // namespace shapeproof
