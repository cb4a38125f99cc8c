// SPDX-License-Identifier: BSL-1.0
/// The rule of rearrange: split, permute and merge in one pattern.
#pragma once

#include <shapeproof/rules/pattern.hpp>
#include <shapeproof/rules/reshape.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof::rules {

namespace detail {

template <class Shape, class Pattern>
struct rearrange_check {
  static constexpr tokens const& left = Pattern::left;
  static constexpr tokens from = flattened(Pattern::left);
  static constexpr tokens to = flattened(Pattern::right);

  static constexpr std::string_view missing(tokens const& these, tokens const& in) {
    for (std::size_t i = 0; i < these.count; ++i)
      if (in.find(these.at[i]) == not_found) return these.at[i];
    return {};
  }
  static constexpr bool holds = !Pattern::malformed && !Pattern::has_comma && !from.malformed && !to.malformed &&
                                names_match<Shape>(left) && from.repeated().empty() && to.repeated().empty() &&
                                missing(from, to).empty() && missing(to, from).empty();

  static constexpr text reason() {
    if (Pattern::malformed || Pattern::has_comma || from.malformed || to.malformed)
      return text::of("the pattern is not of the form: axes -> axes");
    if (!names_match<Shape>(left)) return mismatch_text<Shape>(left);
    for (tokens const* side : {&from, &to})
      if (!side->repeated().empty()) return text::of("the pattern names ", side->repeated(), " twice");
    if (!missing(from, to).empty()) return text::of("the result leaves out ", missing(from, to));
    return text::of("the operand has no axis ", missing(to, from));
  }
};

template <class Axis, bool IsGroup>
struct opened {
  using type = shape<Axis>;
};
template <class... Factors>
struct opened<fused<Factors...>, true> {
  using type = shape<Factors...>;
};

/// The operand with the groups of the pattern's left side split.
template <class Shape, class Pattern, class Indices>
struct with_groups_split;
template <class... Axes, class Pattern, std::size_t... I>
struct with_groups_split<shape<Axes...>, Pattern, std::index_sequence<I...>> {
  using type = join<shape<>, typename opened<Axes, is_group(Pattern::left.at[I])>::type...>;
};

template <class Permuted, class Pattern>
struct with_groups_merged {
  static constexpr std::size_t start(std::size_t token) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < token; ++i) result += inside(Pattern::right.at[i]).count;
    return result;
  }
  template <std::size_t Token>
  static constexpr auto axis() {
    constexpr std::size_t at = start(Token);
    if constexpr (is_group(Pattern::right.at[Token]))
      return type_is<typename fused_from<range_of<Permuted, at, start(Token + 1)>>::type>{};
    else
      return type_is<type_at<Permuted, at>>{};
  }
  template <std::size_t... I>
  static constexpr auto all(std::index_sequence<I...>) -> shape<typename decltype(axis<I>())::type...>;
  using type = decltype(all(std::make_index_sequence<Pattern::right.count>{}));
};

template <class Atoms, class Check>
struct new_order {
  static constexpr positions<Atoms::rank> make() {
    positions<Atoms::rank> result;
    for (std::size_t i = 0; i < Atoms::rank; ++i) result.at[i] = Check::from.find(Check::to.at[i]);
    return result;
  }
  static constexpr positions<Atoms::rank> picked = make();
};

template <class To>
struct reshape_to;
template <class... Axes>
struct reshape_to<shape<Axes...>> {
  template <class Layout>
  static constexpr auto apply(Layout layout) {
    return reshape<Axes...>(layout);
  }
};

/// The first step of an accepted pattern: its groups split.
template <class Layout, class Pattern>
struct rearrange_split {
  using from = shape_in<Layout>;
  using atoms = typename with_groups_split<from, Pattern, std::make_index_sequence<from::rank>>::type;
  using split = decltype(reshape_to<atoms>::apply(Layout{}));
};

/// All steps as layouts.
template <class Layout, class Pattern>
struct rearrange_steps : rearrange_split<Layout, Pattern> {
  using typename rearrange_split<Layout, Pattern>::from;
  using typename rearrange_split<Layout, Pattern>::atoms;
  using typename rearrange_split<Layout, Pattern>::split;
  using permuted_shape = picked<atoms, new_order<atoms, rearrange_check<from, Pattern>>::picked, atoms::rank>;
  using permuted = layout_from<permuted_shape, memory_in<split>>;
  using to = typename with_groups_merged<permuted_shape, Pattern>::type;
  using merged = decltype(reshape_to<to>::apply(permuted{}));
};

}  // namespace detail

/// `rearrange<"B L (H Dk) -> B H L Dk">`: `[B, L, (H Dk)] -> [B, H, L, Dk]`: groups on the left are split, the axes put
/// in the order of the right side, groups there merged. A view where memory order allows it, else a dense copy.
/// Refused: a pattern of another form, a left side that is not the operand's axes, a side that names other axes or one
/// twice, and a split of a view that steps over memory. The pattern is that of einops (Rogozhnikov, 2022, ICLR).
template <fixed_string Pattern>
struct rearrange_rule {
  using placement = keeps_sums;                      ///< a part of a sum gives a part of the result
  static constexpr fixed_string name = "rearrange";  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    using read = pattern<Pattern>;
    using check = detail::rearrange_check<shape_in<Layout>, read>;
    if constexpr (check::holds) {
      if constexpr (is_refused<typename detail::rearrange_split<Layout, read>::split>) {
        return refuse<"rearrange", detail::memory_is_wider, Layout>{};
      } else {
        using steps = detail::rearrange_steps<Layout, read>;
        if constexpr (is_refused<typename steps::merged>)
          return typename steps::to{};
        else
          return typename steps::merged{};
      }
    } else {
      return refuse<"rearrange", check, Layout>{};
    }
  }
};
template <fixed_string Pattern>
inline constexpr rearrange_rule<Pattern> rearrange = {};

}  // namespace shapeproof::rules
