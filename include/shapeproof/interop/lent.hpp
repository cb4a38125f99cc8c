// SPDX-License-Identifier: BSL-1.0
/// What all directions out of the library share: a tensor that is lent to code that knows no axes.
#pragma once

#include <shapeproof/interop/border_rule.hpp>
#include <shapeproof/interop/sizes.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/moved_from.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include <type_traits>

namespace shapeproof::detail {

/// A temporary that owns its elements: what sees them would outlive them.
template <class X>
constexpr bool is_ending() {
  if constexpr (is_poisoned<X>)
    return false;
  else
    return !std::is_lvalue_reference_v<X> && std::remove_cvref_t<X>::owns;
}
template <fixed_string Operation, class X>
using ending =
    accepted<rules::refuse<Operation,
                           rules::plainly<"the tensor ends before what would see its elements; keep it in a variable">,
                           shape_of<X>>>;

/// What was moved from still has its extents, but no elements.
template <class X>
void require_elements(char const* operation, X const& x) {
  if (is_moved_from(x)) throw shape_error(operation, to_string(x), "it has no elements; were they moved away?");
}

/// Its elements: const where they are reached through something const.
template <class X>
using lent_element = std::remove_pointer_t<decltype(std::declval<X&>().data())>;

/// Whether the first axis is the innermost in memory and the last the outermost.
template <class Layout>
inline constexpr bool is_turned_round = false;
template <class... Axes, class... Slots>
inline constexpr bool is_turned_round<strided<shape<Axes...>, memory<Slots...>>> =
    std::is_same_v<typename order_of_axes<true, Axes...>::type, memory<Slots...>>;

}  // namespace shapeproof::detail
