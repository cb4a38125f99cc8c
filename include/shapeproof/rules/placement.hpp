// SPDX-License-Identifier: BSL-1.0
/// What operations do with the ranks of a mesh: where a result is a sum that is still to be reduced, and where there is
/// none. A rule says it of itself with `using placement = ...`; one that says nothing takes no partial operand, and
/// each shard that it takes must be an axis of its result.
#pragma once

#include <shapeproof/rules/partial_sum.hpp>
#include <shapeproof/rules/placement_reasons.hpp>
#include <shapeproof/rules/rule.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

/// Linear in its one operand and sums nothing: a part of the sum gives that part of the result.
struct keeps_sums {};
/// Linear in all its operands at once, as `+`: all of them are parts of sums over the same ranks, or none.
struct adds_sums {};
/// The same of what moves elements side by side.
struct joins_sums {};
/// Linear in each operand, as a product: one of them may be a part of a sum. Axes that the result lacks are summed,
/// each rank over its shard of them.
struct multiplies_sums {};
/// Linear in the first operand, as rows picked by ids: the others are no sums.
struct picks_sums {};

namespace detail {

/// The first axis of a list that is a shard. Void where there is none.
template <class Axes>
struct first_shard {
  using type = void;
};
template <class First, class... Rest>
struct first_shard<shape<First, Rest...>>
    : std::conditional_t<is_sharded<First>, type_is<First>, first_shard<shape<Rest...>>> {};

template <class Operand>
inline constexpr bool has_row_ends = false;
template <class Layout>
inline constexpr bool has_row_ends<rows_with_ends<Layout>> = true;

/// The name that a rule has in messages.
template <class Rule>
constexpr auto name_of_rule() {
  if constexpr (requires { Rule::name; })
    return Rule::name;
  else
    return fixed_string("operation");
}
template <class Rule, class Reason, class... Operands>
using refuse_placement = refuse<name_of_rule<Rule>(), Reason, Operands...>;

/// All meshes that the operands have, as sums and by their shards.
template <class... Operands>
using meshes_among = join<mesh_list<>, typename operand_parts<Operands>::meshes...,
                          cut_over<typename operand_parts<Operands>::layout>...>;

template <class List>
using first_mesh = type_at<List, 0>;

/// The first mesh of `All` that one of the lists lacks.
template <class All, class... Lists>
struct first_not_in_all {
  using type = first_mesh<All>;
};
template <class All, class List, class... Lists>
struct first_not_in_all<All, List, Lists...>
    : std::conditional_t<std::is_void_v<typename first_lacking<All, List>::type>, first_not_in_all<All, Lists...>,
                         first_lacking<All, List>> {};

template <class Rule, class Result, class... Operands>
constexpr auto no_sums() {
  using meshes = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  using lost = typename first_shard<summed_axes<Result, typename operand_parts<Operands>::layout...>>::type;
  using twice = typename first_twice<cut_over<Result>>::type;
  if constexpr (list_size<meshes> > 0)
    return refuse_placement<Rule, still_to_reduce<first_mesh<meshes>>, Operands...>{};
  else if constexpr (!std::is_void_v<lost>)
    return refuse_placement<Rule, spread_over_ranks<lost>, Operands...>{};
  else if constexpr (!std::is_void_v<twice>)
    return refuse_placement<Rule, two_shards<twice, shape_in<Result>>, Operands...>{};
  else
    return meshes{};
}

template <class Rule, template <class> class Reason, class First, class... Rest>
constexpr auto same_sums() {
  using meshes = typename operand_parts<First>::meshes;
  using all = united_meshes<meshes, typename operand_parts<Rest>::meshes...>;
  if constexpr ((std::is_same_v<meshes, typename operand_parts<Rest>::meshes> && ...))
    return meshes{};
  else
    return refuse_placement<
        Rule, Reason<typename first_not_in_all<all, meshes, typename operand_parts<Rest>::meshes...>::type>, First,
        Rest...>{};
}

/// The meshes over which the third operand is a sum: it is added to a product.
template <class... Operands>
struct bias_meshes {
  using type = mesh_list<>;
};
template <class X, class W, class Bias>
struct bias_meshes<X, W, Bias> : type_is<typename operand_parts<Bias>::meshes> {};

template <class Rule, class Result, class... Operands>
constexpr auto multiplied_sums() {
  using given = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  using kept = cut_over<Result>;
  using lacking = summed_axes<Result, typename operand_parts<Operands>::layout...>;
  using sums = join<given, typename meshes_of_axes<lacking>::type>;
  using twice = typename first_twice<join<sums, kept>>::type;
  if constexpr (list_size<typename bias_meshes<Operands...>::type> > 0)
    return refuse_placement<Rule, bias_is_a_sum<first_mesh<typename bias_meshes<Operands...>::type>>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<given>::type>)
    return refuse_placement<Rule, both_are_partial<typename first_twice<given>::type>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<kept>::type>)
    return refuse_placement<Rule, two_shards<typename first_twice<kept>::type, shape_in<Result>>, Operands...>{};
  else if constexpr (!std::is_void_v<twice>)
    return refuse_placement<Rule,
                            std::conditional_t<(times_in<twice, given> > 0), sum_meets_shard<twice>,
                                               parts_meet<twice, join<lacking, shape_in<Result>>>>,
                            Operands...>{};
  else if constexpr (sizeof...(Operands) > 2 && list_size<sums> > 0)
    return refuse_placement<Rule, bias_of_a_sum<first_mesh<sums>>, Operands...>{};
  else
    return sums{};
}

template <class Rule, class Result, class First, class... Rest>
constexpr auto picked_sums() {
  using picking = join<mesh_list<>, typename operand_parts<Rest>::meshes...>;
  if constexpr (list_size<picking> > 0)
    return refuse_placement<Rule, picks_by_a_sum<first_mesh<picking>>, First, Rest...>{};
  else
    return multiplied_sums<Rule, Result, First, Rest...>();
}

}  // namespace detail

/// Whether a rule says this of itself.
template <class Rule, class Placement>
inline constexpr bool is_placed = false;
template <class Rule, class Placement>
  requires std::is_same_v<typename Rule::placement, Placement>
inline constexpr bool is_placed<Rule, Placement> = true;

/// Whether shards among the operands matter: they make the result of a rule that sums over axes partial, and one that
/// says nothing must keep them. The others give what they take.
template <class Rule>
inline constexpr bool looks_at_shards =
    !is_placed<Rule, keeps_sums> && !is_placed<Rule, adds_sums> && !is_placed<Rule, joins_sums>;

/// The meshes over which the result of an accepted operation is partial, as a `mesh_list`, or a refusal. Operands are
/// shapes, or `partial_sum` of them. `[L, F=2 of 4 over tp] x [F=2 of 4 over tp, D]` is partial over tp. Refused, as
/// each rule says: a partial operand of what is not linear, and a shard that is none of its result; `+` of a partial
/// and a whole one; a product of two partial ones; a sum over ranks that still have different shards of the result; a
/// bias of a sum.
template <class Rule, class Result, class... Operands>
constexpr auto meshes_of_result() {
  using unequal = typename detail::unequal_degrees<detail::meshes_among<Operands...>>::type;
  if constexpr ((detail::has_row_ends<Operands> || ...))
    return detail::refuse_placement<Rule, detail::without_lengths, Operands...>{};
  else if constexpr (!std::is_void_v<unequal>)
    return detail::refuse_placement<Rule, unequal, Operands...>{};
  else if constexpr (is_placed<Rule, multiplies_sums>)
    return detail::multiplied_sums<Rule, Result, Operands...>();
  else if constexpr (is_placed<Rule, picks_sums>)
    return detail::picked_sums<Rule, Result, Operands...>();
  else if constexpr (is_placed<Rule, adds_sums>)
    return detail::same_sums<Rule, detail::only_one_is_partial, Operands...>();
  else if constexpr (is_placed<Rule, joins_sums>)
    return detail::same_sums<Rule, detail::only_one_is_a_sum, Operands...>();
  else if constexpr (is_placed<Rule, keeps_sums>)
    return join<mesh_list<>, typename detail::operand_parts<Operands>::meshes...>{};
  else
    return detail::no_sums<Rule, Result, Operands...>();
}

}  // namespace shapeproof::rules
