// SPDX-License-Identifier: BSL-1.0
/// The rule of concat: one axis grows.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class Axis, class Other>
struct summed {
  static constexpr polynomial value = extent_polynomial<Axis> + extent_polynomial<Other>;
  static constexpr text reason() { return text::of("the sum of the extents ", value.problem); }
};

/// The axis `Axis` with the extent `Value`, a polynomial.
template <class Axis, polynomial const& Value>
struct with_extent;
template <polynomial const& Value>
struct polynomial_message {
  static constexpr text message() { return to_text(Value); }
};
template <fixed_string Name, auto Extent, polynomial const& Value>
struct with_extent<named_axis<Name, Extent>, Value> {
  static constexpr auto make() {
    if constexpr (Value.is_number())
      return type_is<named_axis<Name, static_cast<std::size_t>(Value.number())>>{};
    else
      return type_is<named_axis<Name, fixed_message<polynomial_message<Value>>>>{};
  }
  using type = typename decltype(make())::type;
};

template <class A, class B, std::size_t At>
struct other_axes_differ {
  static constexpr text reason() {
    if (A::rank != B::rank) return text::of("the ranks differ");
    for (std::size_t i = 0; i < A::rank; ++i) {
      std::string_view const left = shapeproof::detail::names_of<A>::value[i];
      std::string_view const right = shapeproof::detail::names_of<B>::value[i];
      if (left == right) continue;
      bool const is_elsewhere = position_of<B>(left) != not_found && position_of<A>(right) != not_found;
      return text::of(is_elsewhere ? "the axes are in another order: " : "the axes have other roles: ", left, " meets ",
                      right, is_elsewhere ? "; permute one side" : "; rename one if they are the same");
    }
    text result;
    describe_first<0>(result);
    return result.add("; all axes except ").add(shapeproof::detail::names_of<A>::value[At]).add(" must be equal");
  }
  template <std::size_t I>
  static constexpr void describe_first(text& result) {
    if constexpr (I < A::rank && A::rank == B::rank) {
      if constexpr (I == At || std::is_same_v<type_at<A, I>, type_at<B, I>>)
        describe_first<I + 1>(result);
      else
        result.add(axis_text<type_at<A, I>>()).add(" meets ").add(axis_text<type_at<B, I>>());
    }
  }
};

template <class A, class B, std::size_t At>
constexpr bool equal_except() {
  if constexpr (A::rank != B::rank)
    return false;
  else
    return std::is_same_v<range_of<A, 0, At>, range_of<B, 0, At>> &&
           std::is_same_v<range_of<A, At + 1, A::rank>, range_of<B, At + 1, B::rank>> &&
           axis_name<type_at<A, At>> == axis_name<type_at<B, At>>;
}

}  // namespace detail

/// `concat<"S">`: `[B, H, S=past, Dk] + [B, H, S=1, Dk] -> [B, H, S=past+1, Dk]`. Refused where a side lacks the axis,
/// it is fused, a concatenation or a shard, another axis is not equal or in another place, or the sum of the extents is
/// beyond a polynomial.
template <fixed_string Name>
struct concat_rule {
  using placement = joins_sums;                   ///< parts of sums over the same ranks, or none
  static constexpr fixed_string name = "concat";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    constexpr std::size_t at = position_of<A>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"concat", no_such_axis<Name, A>, A, B>{};
    } else if constexpr (position_of<B>(Name.view()) == not_found) {
      return refuse<"concat", no_such_axis<Name, B>, A, B>{};
    } else if constexpr (!detail::equal_except<A, B, at>()) {
      return refuse<"concat", detail::other_axes_differ<A, B, at>, A, B>{};
    } else if constexpr (is_sharded<type_at<A, at>> || is_sharded<type_at<B, at>>) {
      using part = std::conditional_t<is_sharded<type_at<A, at>>, type_at<A, at>, type_at<B, at>>;
      return refuse<"concat", spread_over_ranks<part>, A, B>{};
    } else if constexpr (is_fused<type_at<A, at>>) {
      return refuse<"concat", plainly<"a fused axis does not grow; split first and concat one factor">, A, B>{};
    } else if constexpr (is_concatenated<type_at<A, at>>) {
      return refuse<"concat", plainly<"axes side by side do not grow; concat one of them by itself">, A, B>{};
    } else if constexpr (detail::summed<type_at<A, at>, type_at<B, at>>::value.problem != nullptr) {
      return refuse<"concat", detail::summed<type_at<A, at>, type_at<B, at>>, A, B>{};
    } else {
      using grown =
          typename detail::with_extent<type_at<A, at>, detail::summed<type_at<A, at>, type_at<B, at>>::value>::type;
      return join<range_of<A, 0, at>, shape<grown>, range_of<A, at + 1, A::rank>>{};
    }
  }
};
template <fixed_string Name>
inline constexpr concat_rule<Name> concat = {};

}  // namespace shapeproof::rules
