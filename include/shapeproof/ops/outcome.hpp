// SPDX-License-Identifier: BSL-1.0
/// Which tensor an operation gives: what its rule says of the shapes, and of sums over ranks.
#pragma once

#include <shapeproof/core/pack.hpp>
#include <shapeproof/rules/partial_sum.hpp>
#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/meta.hpp>
#include <shapeproof/tensor/partial.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <type_traits>

namespace shapeproof {

namespace detail {

template <bool AnyPoisoned, class Rule, class... Layouts>
struct outcome {
  using type = decltype(Rule{}(Layouts{}...));
};
template <class Rule, class... Layouts>
struct outcome<true, Rule, Layouts...> {
  using type = poisoned;
};

template <class Rule, class Layout>
struct outcome<false, Rule, rules::rows_with_ends<Layout>> {
  using type = decltype(rules::meshes_of_result<Rule, Layout, rules::rows_with_ends<Layout>>());
};

template <class Rule, class... Layouts>
using outcome_of = typename outcome<(std::is_same_v<Layouts, poisoned> || ...), Rule, Layouts...>::type;

/// A view operation keeps the elements where they are: of a tensor that nobody else holds it takes them over.
template <class X>
inline constexpr kind view_kind =
    traits<std::remove_cvref_t<X>>::tensor_kind != kind::owner ? traits<std::remove_cvref_t<X>>::tensor_kind
    : std::is_reference_v<X> || std::is_const_v<X>             ? kind::borrower
                                                               : kind::owner;
/// `T const` where the elements are reached through something const.
template <class X>
using viewed_element = std::conditional_t<traits<std::remove_cvref_t<X>>::tensor_kind == kind::owner &&
                                              std::is_const_v<std::remove_reference_t<X>>,
                                          element_of<X> const, typename traits<std::remove_cvref_t<X>>::element>;

template <class Shape>
inline constexpr bool has_shards = false;
template <class... Axes>
inline constexpr bool has_shards<shape<Axes...>> = (is_sharded<Axes> || ...);

/// What has the result as its `type`: a refusal is not instantiated here, which keeps messages short.
template <class Result, class Meshes>
struct placed_result {
  using from = type_is<summed_over<Result, Meshes>>;
};
template <class Result, class Message>
struct placed_result<Result, refused<Message>> {
  using from = outcome_or_poisoned<refused<Message>>;
};
template <class Meshes>
struct placed_result<poisoned, Meshes> {
  using from = type_is<poisoned>;
};
template <class Message>
struct placed_result<poisoned, refused<Message>> {
  using from = type_is<poisoned>;
};

template <class Rule, class Outcome, class... Operands>
struct placement_of {
  using type = decltype(rules::meshes_of_result<Rule, Outcome, placed_shape_of<Operands>...>());
};
template <class Rule, class Message, class... Operands>
struct placement_of<Rule, refused<Message>, Operands...> {
  using type = mesh_list<>;
};
template <class Rule, class... Operands>
struct placement_of<Rule, poisoned, Operands...> {
  using type = mesh_list<>;
};

/// `Result` with the marks of its operands, and as the sum over ranks that it is by its rule.
template <bool HasMarksOrShards>
struct placing {
  template <class Result, class Rule, class... Operands>
  using result = Result;
  template <class Rule, class... Operands>
  using meshes = mesh_list<>;
};
template <>
struct placing<true> {
  template <class Rule, class... Operands>
  using meshes = typename placement_of<Rule, outcome_of<Rule, shape_of<Operands>...>, Operands...>::type;
  template <class Result, class Rule, class... Operands>
  using result = typename placed_result<marked_as<Result, Operands...>, meshes<Rule, Operands...>>::from::type;
};
/// Most programs have neither, and nothing more is instantiated.
template <class Rule, class... Operands>
using placing_of = placing<(has_marks<std::remove_cvref_t<Operands>> || ...) ||
                           (rules::looks_at_shards<Rule> && (has_shards<shape_of<Operands>> || ...))>;

/// `Result` of an operation that is linear in nothing: a sum over ranks is refused, and rows without their lengths.
template <bool IsMore>
struct placing_whole {
  template <class Result, class Rule, class X>
  using result = Result;
};
template <>
struct placing_whole<true> {
  template <class Result, class Rule, class X>
  using result =
      typename placed_result<Result,
                             decltype(rules::meshes_of_result<Rule, shape_of<X>, placed_shape_of<X>>())>::from::type;
};
template <class Result, class Rule, class X>
using placed_whole = typename placing_whole<!is_plain<std::remove_cvref_t<X>>>::template result<Result, Rule, X>;

}  // namespace detail

/// Whether a rule accepts the operands as sums over ranks, those that are ones.
template <class Rule, class... Operands>
concept accepts_placements =
    !is_refused<typename detail::placing_of<Rule, Operands...>::template meshes<Rule, Operands...>>;

/// Whether a rule accepts these operands' shapes.
template <class Rule, class... Operands>
concept accepts = !is_refused<detail::outcome_of<Rule, shape_of<Operands>...>> && accepts_placements<Rule, Operands...>;

/// Whether a rule about memory order accepts this operand's layout.
template <class Rule, class Operand>
concept accepts_layout = !is_refused<detail::outcome_of<Rule, layout_of<Operand>>> && accepts_placements<Rule, Operand>;

/// The tensor that an operation computes: its elements are `T`, its shape what the rule says. A refusal is a compile
/// error.
template <class T, class Rule, class... Operands>
using computed = typename detail::placing_of<Rule, Operands...>::template result<
    typename detail::tensor_from<(is_meta<std::remove_cvref_t<Operands>> || ...) ? detail::kind::meta
                                                                                 : detail::kind::owner,
                                 T, detail::outcome_of<Rule, shape_of<Operands>...>>::type,
    Rule, Operands...>;

/// The view (or the tensor that took over the elements) that a view operation gives. `X` as in `X&&`.
template <class Rule, class X>
using viewed = typename detail::placing_of<Rule, X>::template result<
    typename detail::tensor_from<detail::view_kind<X>, detail::viewed_element<X>,
                                 detail::outcome_of<Rule, layout_of<X>>>::type,
    Rule, X>;

}  // namespace shapeproof
