// SPDX-License-Identifier: BSL-1.0
/// Parts of a tensor, as views.
#pragma once

#include <shapeproof/ops/operation.hpp>
#include <shapeproof/rules/index.hpp>

#include <cstddef>
#include <utility>

namespace shapeproof {

/// Whether `slice<Name, From, To>(x)` is accepted.
template <class X, fixed_string Name, extent From, extent To>
concept can_slice = accepts_layout<rules::slice_rule<Name, From, To>, X>;
/// Whether `select<Name>(x, i)` is accepted.
template <class X, fixed_string Name>
concept can_select = accepts_layout<rules::select_rule<Name>, X>;
/// Whether `last<Name>(x)` is accepted.
template <class X, fixed_string Name>
concept can_last = accepts_layout<rules::last_rule<Name>, X>;
/// Whether `unsqueeze<Axis>(x)` is accepted.
template <class X, class Axis>
concept can_unsqueeze = accepts_layout<rules::unsqueeze_rule<Axis>, X>;

namespace detail {

/// Elements from the first one to position `at` of the named axis. A tensor without elements has no memory to step
/// over.
template <fixed_string Name, class X>
std::size_t steps_to(X const& x, long long at) {
  auto const walk = x.walk();
  return walk.size() == 0 ? 0 : static_cast<std::size_t>(at * walk.step[position_of<shape_of<X>>(Name.view())]);
}

/// A mark of its own kind: that of a sum over ranks stays outside.
template <fixed_string Name, class X>
using last_position =
    summed_as<marked_as<typename meshes_of<X>::summand, at_last<Name, typename meshes_of<X>::summand>>, X>;

template <extent Bound, class X>
long long bound_value(X const& x) {
  using list = symbol_list<symbols_in<layout_of<X>>>;
  static constexpr polynomial bound = Bound.value();
  return evaluate(bound, [&](std::string_view name) { return x.symbols().at[list::find(name)]; });
}

}  // namespace detail

/// `slice<"L", From, To>(x)`: `[B, L, D] -> [B, L=To-From, D]`: the positions [From, To), numbers or text over symbols.
/// Refused where they are not inside for all values of the symbols, or the axis is missing or fused.
template <fixed_string Name, extent From, extent To, any_tensor X>
constexpr auto slice(X&& x) -> viewed<rules::slice_rule<Name, From, To>, X> {
  using result = viewed<rules::slice_rule<Name, From, To>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result> && !is_meta<result>)
    offset = detail::steps_to<Name>(x, detail::bound_value<From>(x));
  return relabel<"slice", result>(std::forward<X>(x), offset);
}

/// `select<"L">(x, i)`: `[B, L, D] -> [B, D]`: the position i, an integer or an `index` of this axis. Refused where
/// there is no such axis, or the index is of another one. Throws `shape_error` where i is out of range.
template <fixed_string Name, any_tensor X, class Position>
constexpr auto select(X&& x, Position const& position) -> viewed<rules::select_rule<Name>, X> {
  using result = viewed<rules::select_rule<Name>, X>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result>) {
    constexpr std::size_t axis = position_of<shape_of<X>>(Name.view());
    std::size_t const at = detail::position_on<type_at<shape_of<X>, axis>>(position);
    if constexpr (!is_meta<result>) {
      std::size_t const extent = x.walk().extent[axis];
      if (at >= extent)
        detail::throw_out_of_range("select from " + to_string(x), Name.view(),
                                   std::to_string(static_cast<std::ptrdiff_t>(at)), extent);
      offset = detail::steps_to<Name>(x, static_cast<long long>(at));
    }
  }
  return relabel<"select", result>(std::forward<X>(x), offset);
}

/// `last<"L">(x)`: `[B, L, D] -> [B, D]`: the last position, and the type says so. Refused where there is no such axis.
/// Throws `shape_error` where it has no position.
template <fixed_string Name, any_tensor X>
constexpr auto last(X&& x) -> detail::last_position<Name, viewed<rules::last_rule<Name>, X>> {
  using result = detail::last_position<Name, viewed<rules::last_rule<Name>, X>>;
  std::size_t offset = 0;
  if constexpr (!is_poisoned<result> && !is_meta<result>) {
    std::size_t const extent = x.walk().extent[position_of<shape_of<X>>(Name.view())];
    if (extent == 0) throw shape_error("last", to_string(x), std::string(Name.view()) + " is empty");
    offset = detail::steps_to<Name>(x, static_cast<long long>(extent) - 1);
  }
  return relabel<"last", result>(std::forward<X>(x), offset);
}

/// `unsqueeze<axis<"B", 1>>(x)`: `[L, D] -> [B=1, L, D]`. Refused where the extent is not 1, or the name is taken.
template <class Axis, any_tensor X>
constexpr auto unsqueeze(X&& x) -> viewed<rules::unsqueeze_rule<Axis>, X> {
  return relabel<"unsqueeze", viewed<rules::unsqueeze_rule<Axis>, X>>(std::forward<X>(x));
}

}  // namespace shapeproof
