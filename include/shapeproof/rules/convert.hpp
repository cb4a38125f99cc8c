// SPDX-License-Identifier: BSL-1.0
/// The rule of initialising one tensor type from another: the same shape over the same memory, or nothing.
#pragma once

#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class Expected, class Layout>
struct not_convertible {
  static constexpr text reason() {
    using given = shape_in<Layout>;
    if (std::is_same_v<Expected, given>)
      return text::of("expected ", to_text(Expected{}), " dense; ", order(), "; call contiguous() first, which copies");
    if (to_text(Expected{}).view() != to_text(given{}).view())
      return text::of("expected ", to_text(Expected{}), ", got ", to_text(given{}));
    return text::of("expected ", by_factors(Expected{}), ", got ", by_factors(given{}));
  }
  /// `[L=6, (H=2 Dk=3)]`: what tells fused axes of one extent from another.
  template <class... Axes>
  static constexpr text by_factors(shape<Axes...>) {
    text result = text::of("[");
    bool first = true;
    (((first ? result : result.add(", ")).add(shapeproof::detail::with_factors<Axes>::spelled()), first = false), ...);
    return result.add("]");
  }
  /// How the elements lie instead.
  static constexpr text order() {
    if (is_wider()) return text::of("the view steps over part of its memory");
    return text::of("the memory order is ", to_text(memory_in<Layout>{}));
  }
  /// Whether all axes lie in memory in their own order, so that only what lies between them is in the way.
  static constexpr bool is_wider() {
    std::size_t slot = 0;
    for (std::size_t i = 0; i < Expected::rank; ++i, ++slot) {
      std::size_t const at = position_of<memory_in<Layout>>(shapeproof::detail::names_of<Expected>::value[i]);
      if (at == not_found || at < slot) return false;
      slot = at;
    }
    return true;
  }
};

}  // namespace detail

/// `[B, L, D] -> [B, L, D]`: only what is dense and has exactly this shape; anything else is refused. `Operation` is
/// `view` or `tensor`.
template <fixed_string Operation, class Expected>
struct convert_rule {
  static constexpr auto name = Operation;  ///< in messages
  template <class Layout>
  constexpr auto operator()(Layout) const {
    if constexpr (std::is_same_v<Layout, Expected>)
      return Expected{};
    else
      return refuse<Operation, detail::not_convertible<Expected, Layout>, Layout>{};
  }
};

}  // namespace shapeproof::rules
