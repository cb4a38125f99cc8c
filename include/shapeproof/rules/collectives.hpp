// SPDX-License-Identifier: BSL-1.0
/// The rules of what ranks do together: all_reduce, all_gather, reduce_scatter, scatter.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/rules/rule.hpp>
#include <shapeproof/rules/split_merge.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof::rules {

namespace detail {

template <class Meshes>
struct without_mesh;
template <class... Meshes>
struct without_mesh<mesh_list<Meshes...>> {
  static constexpr bool has([[maybe_unused]] std::string_view name) { return ((mesh_name<Meshes> == name) || ...); }
  template <fixed_string Name>
  using named =
      join<mesh_list<>, std::conditional_t<mesh_name<Meshes> == Name.view(), mesh_list<>, mesh_list<Meshes>>...>;
};

template <class Axis>
struct whole_already {
  static constexpr text reason() { return text::of(axis_text<Axis>(), " is whole on each rank already"); }
};
template <class Axis>
struct inner_shard {
  static constexpr text reason() {
    return text::of("a rank's part of ", axis_text<Axis>(), " is not in one piece; ",
                    is_concatenated<Axis> ? "gather each axis by itself" : "split first and gather the factor");
  }
};

/// The axis without the shard of its first factor.
template <class Axis>
struct gathered_axis {
  using type = Axis;
};
template <class Axis, class Mesh>
struct gathered_axis<sharded_axis<Axis, Mesh>> {
  using type = Axis;
};
template <class First, class... Rest>
struct gathered_axis<fused<First, Rest...>> {
  using type = fused<typename gathered_axis<First>::type, Rest...>;
};

/// The layout with `Axis` at a place; the memory stays as it is.
template <class Layout, std::size_t At, class Axis>
using with_axis = layout_from<replaced<shape_in<Layout>, At, 1, shape<Axis>>, memory_in<Layout>>;

template <class Axis, class Mesh>
using shard_of_axis = shapeproof::detail::sharding<Axis, Axis, Mesh>;

/// Why the ranks of `Mesh` are not those that the operand has. Void where they are, or it has none of the name.
template <class Mesh, class Operand>
using other_degree_given = typename unequal_degrees<join<mesh_list<Mesh>, meshes_among<Operand>>>::type;

/// What scatter and reduce_scatter share: the axis is cut over the ranks, in the memory of the whole one or in its own.
template <fixed_string Operation, bool IsView, fixed_string Name, class Mesh, class Operand, class Layout, class Meshes>
constexpr auto cut() {
  using from = shape_in<Layout>;
  constexpr std::size_t at = position_of<from>(Name.view());
  if constexpr (at == not_found) {
    return refuse<Operation, no_such_axis<Name, from>, Operand>{};
  } else if constexpr (!shard_of_axis<type_at<from, at>, Mesh>::fits) {
    return refuse<Operation, shard_of_axis<type_at<from, at>, Mesh>, Operand>{};
  } else {
    using to = with_axis<Layout, at, typename shard_of_axis<type_at<from, at>, Mesh>::type>;
    if constexpr (times_in<Mesh, cut_over<to>> == 2)
      return refuse<Operation, two_shards<Mesh, shape_in<to>>, Operand>{};
    else
      return sum_over<std::conditional_t<IsView, to, shape_in<to>>, Meshes>{};
  }
}

}  // namespace detail

/// `all_reduce<"tp">`: `[B, L, D] partial over tp -> [B, L, D]`: the sum, on each rank. Refused: what is no sum over
/// that mesh.
template <fixed_string Mesh>
struct all_reduce_rule {
  static constexpr fixed_string name = "all_reduce";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using meshes = detail::without_mesh<typename parts::meshes>;
    if constexpr (meshes::has(Mesh.view()))
      return sum_over<typename parts::layout, typename meshes::template named<Mesh>>{};
    else
      return refuse<"all_reduce", detail::nothing_to_reduce<Mesh, shape_in<typename parts::layout>>, Operand>{};
  }
};
template <fixed_string Mesh>
inline constexpr all_reduce_rule<Mesh> all_reduce = {};

/// `all_gather<"F">`: `[L, F=2 of 4 over tp] -> [L, F=4]`: the shards of all ranks, in their order. Refused: an axis
/// that is missing, whole, or cut inside of a first factor, and a sum over those ranks.
template <fixed_string Name>
struct all_gather_rule {
  static constexpr fixed_string name = "all_gather";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using from = shape_in<typename parts::layout>;
    constexpr std::size_t at = position_of<from>(Name.view());
    if constexpr (at == not_found) {
      return refuse<"all_gather", no_such_axis<Name, from>, Operand>{};
    } else {
      using axis = type_at<from, at>;
      using gathered = typename detail::gathered_axis<axis>::type;
      if constexpr (!is_sharded<axis>) {
        return refuse<"all_gather", detail::whole_already<axis>, Operand>{};
      } else if constexpr (is_sharded_inside<axis>) {
        return refuse<"all_gather", detail::inner_shard<axis>, Operand>{};
      } else {
        using mesh = type_at<typename shapeproof::detail::meshes_of_axis<axis>::type, 0>;
        if constexpr (detail::times_in<mesh, typename parts::meshes> != 0)
          return refuse<"all_gather", detail::still_to_reduce<mesh>, Operand>{};
        else
          return sum_over<detail::replaced<from, at, 1, shape<gathered>>, typename parts::meshes>{};
      }
    }
  }
};
template <fixed_string Name>
inline constexpr all_gather_rule<Name> all_gather = {};

/// `reduce_scatter<"F", mesh<"tp", 2>>`: `[L, F=4] partial over tp -> [L, F=2 of 4 over tp]`: each rank has its shard
/// of the sum; one rank has all of it, of what is no sum as well. Refused: what else is no sum over that mesh, and an
/// axis that is missing or does not shard over it.
template <fixed_string Name, class Mesh>
struct reduce_scatter_rule {
  static constexpr fixed_string name = "reduce_scatter";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using meshes = detail::without_mesh<typename parts::meshes>;
    using unequal = detail::other_degree_given<Mesh, Operand>;
    constexpr auto mesh = name_text<typename shapeproof::detail::ranks_of<Mesh>::type>;
    if constexpr (!std::is_void_v<unequal>)
      return refuse<"reduce_scatter", unequal, Operand>{};
    else if constexpr (!is_one_rank<Mesh> && detail::times_in<Mesh, typename parts::meshes> == 0)
      return refuse<"reduce_scatter", detail::nothing_to_reduce<mesh, shape_in<typename parts::layout>>, Operand>{};
    else
      return detail::cut<"reduce_scatter", false, Name, Mesh, Operand, shape_in<typename parts::layout>,
                         typename meshes::template named<mesh>>();
  }
};
template <fixed_string Name, class Mesh>
inline constexpr reduce_scatter_rule<Name, Mesh> reduce_scatter = {};

/// `scatter<"F", mesh<"tp", 2>>`: `[L, F=4] -> [L, F=2 of 4 over tp]`: this rank's shard of what each rank has whole. A
/// view. Refused: an axis that is missing or does not shard, and a sum over that mesh.
template <fixed_string Name, class Mesh>
struct scatter_rule {
  static constexpr fixed_string name = "scatter";  ///< in messages
  template <class Operand>
  constexpr auto operator()(Operand) const {
    using parts = detail::operand_parts<Operand>;
    using unequal = detail::other_degree_given<Mesh, Operand>;
    if constexpr (!std::is_void_v<unequal>)
      return refuse<"scatter", unequal, Operand>{};
    else if constexpr (detail::times_in<Mesh, typename parts::meshes> != 0)
      return refuse<"scatter", detail::still_to_reduce<Mesh>, Operand>{};
    else
      return detail::cut<"scatter", true, Name, Mesh, Operand, typename parts::layout, typename parts::meshes>();
  }
};
template <fixed_string Name, class Mesh>
inline constexpr scatter_rule<Name, Mesh> scatter = {};

}  // namespace shapeproof::rules
