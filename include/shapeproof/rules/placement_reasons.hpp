// SPDX-License-Identifier: BSL-1.0
/// Why an operation does not take operands that ranks have as they have them.
#pragma once

#include <shapeproof/rules/partial_sum.hpp>
#include <shapeproof/rules/rule.hpp>

#include <string_view>
#include <type_traits>

namespace shapeproof::rules::detail {

/// The names of the axes that are cut over a mesh of this name: `F and D`.
template <class... Axes>
constexpr text names_cut_over(shape<Axes...>, [[maybe_unused]] std::string_view mesh) {
  text result;
  [[maybe_unused]] auto const add = [&](bool is_cut, std::string_view name) {
    if (is_cut) result.add(result.size > 0 ? " and " : "").add(name);
  };
  (add(shapeproof::detail::has_mesh_named(typename shapeproof::detail::meshes_of_axis<Axes>::type{}, mesh),
       axis_name<Axes>),
   ...);
  return result;
}

template <class Mesh>
struct still_to_reduce {
  static constexpr text reason() {
    return text::of("a sum over ", mesh_name<Mesh>, " is still to be reduced; call all_reduce<", mesh_name<Mesh>,
                    "> first");
  }
};
template <fixed_string Mesh, class Shape = shape<>>
struct nothing_to_reduce {
  static constexpr text reason() {
    text result = text::of("it is no sum over ", Mesh.view());
    text const cut = names_cut_over(Shape{}, Mesh.view());
    if (cut.size == 0) return result.add(": each rank has all of it, and the sum would count it on each");
    return result.add(": each rank has its part of ").add(cut).add("; call all_gather<").add(cut).add(">");
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
struct picks_by_a_sum {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>,
                    " would pick other rows by its summand; gather the table that the ids come from first");
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
/// The same where no operand is a sum: the axes over which it would be one are cut as others are.
template <class Mesh, class Axes>
struct parts_meet {
  static constexpr text reason() {
    return text::of("each rank of ", mesh_name<Mesh>, " would sum only where its parts of ",
                    names_cut_over(Axes{}, mesh_name<Mesh>), " meet; gather one of them first");
  }
};
template <class Mesh>
struct bias_is_a_sum {
  static constexpr text reason() {
    return text::of("the bias is a sum over ", mesh_name<Mesh>, " that is still to be reduced; call all_reduce<",
                    mesh_name<Mesh>, "> of it first");
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

}  // namespace shapeproof::rules::detail
