// SPDX-License-Identifier: BSL-1.0
/// What operations do with the ranks of a mesh: where a result is a sum that is still to be reduced, and where there is
/// none. A rule says it of itself with `using placement = ...`; one that says nothing takes no partial operand.
#pragma once

#include <shapeproof/rules/partial_sum.hpp>
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

namespace detail {

template <class Mesh>
struct still_to_reduce {
  static constexpr text reason() {
    return text::of("a sum over ", mesh_name<Mesh>, " is still to be reduced; call all_reduce<", mesh_name<Mesh>,
                    "> first");
  }
};
template <fixed_string Mesh>
struct nothing_to_reduce {
  static constexpr text reason() {
    return text::of("it is no sum over ", Mesh.view(), ": each rank has all of it, and the sum would count it on each");
  }
};
/// Why a sum over the ranks of `Given` is none over those of `Wanted`.
template <class Wanted, class Given>
struct other_ranks {
  static constexpr text reason() {
    using lacking = typename first_lacking<Wanted, Given>::type;
    using beyond = typename first_lacking<Given, Wanted>::type;
    using unequal = typename unequal_degrees<join<Wanted, Given>>::type;
    if constexpr (!std::is_void_v<lacking>)
      return nothing_to_reduce<name_text<typename shapeproof::detail::ranks_of<lacking>::type>>::reason();
    else if constexpr (!std::is_void_v<beyond>)
      return still_to_reduce<beyond>::reason();
    else if constexpr (!std::is_void_v<unequal>)
      return unequal::reason();
    else
      return text::of("the meshes of a sum are in the order of their names, each once");
  }
};
template <class Mesh>
struct only_one_is_partial {
  static constexpr text reason() {
    return text::of("what is whole would be added on each rank of ", mesh_name<Mesh>, "; call all_reduce<",
                    mesh_name<Mesh>, "> of the other first");
  }
};
template <class Mesh>
struct only_one_is_a_sum {
  static constexpr text reason() {
    return text::of("only one side is a sum over ", mesh_name<Mesh>, " that is still to be reduced; call all_reduce<",
                    mesh_name<Mesh>, "> of it first");
  }
};
template <class Mesh>
struct both_are_partial {
  static constexpr text reason() {
    return text::of("a product of sums over ", mesh_name<Mesh>, " is not the sum of products; call all_reduce<",
                    mesh_name<Mesh>, "> first");
  }
};
template <class Mesh>
struct sum_meets_shard {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>, " would take its summand to another shard; call all_reduce<",
                    mesh_name<Mesh>, "> first");
  }
};
template <class Mesh>
struct bias_of_a_sum {
  static constexpr text reason() {
    return text::of("the bias would be added on each rank of ", mesh_name<Mesh>, "; add it after all_reduce<",
                    mesh_name<Mesh>, ">");
  }
};
template <class Mesh, class Result>
struct two_shards {
  static constexpr text reason() {
    text result = text::of("the result ", to_text(Result{}), " has two shards over ", mesh_name<Mesh>);
    return result.add(": each rank would have a part of its diagonal; gather one of them first");
  }
};

using without_lengths = plainly<
    "each row has a length of its own, behind which its elements mean nothing; only attend takes them, with "
    "the padding() of their cache">;
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

template <class Rule, class... Operands>
constexpr auto no_sums() {
  using meshes = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  if constexpr (list_size<meshes> == 0)
    return meshes{};
  else
    return refuse_placement<Rule, still_to_reduce<first_mesh<meshes>>, Operands...>{};
}

template <class Rule, template <class> class Reason, class First, class... Rest>
constexpr auto same_sums() {
  using meshes = typename operand_parts<First>::meshes;
  using all = united_meshes<meshes, typename operand_parts<Rest>::meshes...>;
  if constexpr ((std::is_same_v<meshes, typename operand_parts<Rest>::meshes> && ...))
    return meshes{};
  else
    return refuse_placement<Rule, Reason<first_mesh<all>>, First, Rest...>{};
}

template <class Rule, class Result, class... Operands>
constexpr auto multiplied_sums() {
  using given = join<mesh_list<>, typename operand_parts<Operands>::meshes...>;
  using kept = cut_over<Result>;
  using summed = typename meshes_of_axes<summed_axes<Result, typename operand_parts<Operands>::layout...>>::type;
  using sums = join<given, summed>;
  if constexpr (!std::is_void_v<typename first_twice<given>::type>)
    return refuse_placement<Rule, both_are_partial<typename first_twice<given>::type>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<kept>::type>)
    return refuse_placement<Rule, two_shards<typename first_twice<kept>::type, shape_in<Result>>, Operands...>{};
  else if constexpr (!std::is_void_v<typename first_twice<join<sums, kept>>::type>)
    return refuse_placement<Rule, sum_meets_shard<typename first_twice<join<sums, kept>>::type>, Operands...>{};
  else if constexpr (sizeof...(Operands) > 2 && list_size<sums> > 0)
    return refuse_placement<Rule, bias_of_a_sum<first_mesh<sums>>, Operands...>{};
  else
    return sums{};
}

}  // namespace detail

/// Whether a rule sums over axes, so that shards among them make its result partial.
template <class Rule>
inline constexpr bool sums_axes = false;
template <class Rule>
  requires std::is_same_v<typename Rule::placement, multiplies_sums>
inline constexpr bool sums_axes<Rule> = true;

/// The meshes over which the result of an accepted operation is partial, as a `mesh_list`, or a refusal. Operands are
/// shapes, or `partial_sum` of them. `[L, F=2 of 4 over tp] x [F=2 of 4 over tp, D]` is partial over tp. Refused, as
/// each rule says: a partial operand of what is not linear; `+` of a partial and a whole one; a product of two partial
/// ones; a sum over ranks that still have different shards of the result; a bias of a sum.
template <class Rule, class Result, class... Operands>
constexpr auto meshes_of_result() {
  using unequal = typename detail::unequal_degrees<detail::meshes_among<Operands...>>::type;
  if constexpr ((detail::has_row_ends<Operands> || ...))
    return detail::refuse_placement<Rule, detail::without_lengths, Operands...>{};
  else if constexpr (!std::is_void_v<unequal>)
    return detail::refuse_placement<Rule, unequal, Operands...>{};
  else if constexpr (sums_axes<Rule>)
    return detail::multiplied_sums<Rule, Result, Operands...>();
  else if constexpr (requires { requires std::is_same_v<typename Rule::placement, adds_sums>; })
    return detail::same_sums<Rule, detail::only_one_is_partial, Operands...>();
  else if constexpr (requires { requires std::is_same_v<typename Rule::placement, joins_sums>; })
    return detail::same_sums<Rule, detail::only_one_is_a_sum, Operands...>();
  else if constexpr (requires { requires std::is_same_v<typename Rule::placement, keeps_sums>; })
    return join<mesh_list<>, typename detail::operand_parts<Operands>::meshes...>{};
  else
    return detail::no_sums<Rule, Operands...>();
}

}  // namespace shapeproof::rules
