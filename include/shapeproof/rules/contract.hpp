// SPDX-License-Identifier: BSL-1.0
/// The rule of contract: a product over one named axis, wherever it stands.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <fixed_string Name, class A, class B>
struct contract_check {
  static constexpr bool in_both = position_of<A>(Name.view()) != not_found && position_of<B>(Name.view()) != not_found;
  static constexpr bool holds = in_both && shared_axes<A, B>::agree;

  static constexpr text reason() {
    if (position_of<A>(Name.view()) == not_found) return text::of("the left side has no axis ", Name.view());
    if (position_of<B>(Name.view()) == not_found) return text::of("the right side has no axis ", Name.view());
    return shared_axes<A, B>::disagreement();
  }
};

/// The axes of `From` that neither `A` has nor `Name` names.
template <fixed_string Name, class A, class From>
struct only_here;
template <fixed_string Name, class A, class... Axes>
struct only_here<Name, A, shape<Axes...>> {
  template <class Axis>
  using kept = std::conditional_t<position_of<A>(axis_name<Axis>) == not_found && axis_name<Axis> != Name.view(),
                                  shape<Axis>, shape<>>;
  using type = join<shape<>, kept<Axes>...>;
};

}  // namespace detail

/// `contract<"Dk">`: `[B, H, L, Dk] x [B, H, S, Dk] -> [B, H, L, S]`: sums over the named axis, which both sides have.
/// The other axes that both have are walked together; an axis that only one has stays, the left side's first. So keys
/// without a group axis serve every group: `[B, Hkv, G, L, Dk] x [B, Hkv, S, Dk] -> [B, Hkv, G, L, S]`. Refused where a
/// side lacks the named axis, or a name that both have is not the same axis.
template <fixed_string Name>
struct contract_rule {
  using placement = multiplies_sums;                ///< one operand may be a part of a sum
  static constexpr fixed_string name = "contract";  ///< in messages
  template <class A, class B>
  constexpr auto operator()(A, B) const {
    using check = detail::contract_check<Name, A, B>;
    if constexpr (check::holds)
      return join<typename detail::only_here<Name, shape<>, A>::type, typename detail::only_here<Name, A, B>::type>{};
    else
      return refuse<"contract", check, A, B>{};
  }
};
template <fixed_string Name>
inline constexpr contract_rule<Name> contract = {};

}  // namespace shapeproof::rules
