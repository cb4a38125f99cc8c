// SPDX-License-Identifier: BSL-1.0
/// Shapes of tensors that are sums over ranks, and the shards that shapes have.
#pragma once

#include <shapeproof/shape/layout.hpp>

#include <cstddef>
#include <type_traits>

namespace shapeproof::rules {

/// A shape or layout of which each rank of `Meshes` has one summand: the tensor is the sum over the ranks.
template <class Layout, class... Meshes>
struct partial_sum {};

/// A shape or layout of which each row ends at a length of its own, which the axes do not tell.
template <class Layout>
struct rows_with_ends {};
/// As that of the layout.
template <class Layout>
constexpr text to_text(rows_with_ends<Layout>) {
  return to_text(Layout{});
}

using shapeproof::detail::mesh_list;

/// ` partial over tp and dp`: what a sum's text has behind its shape.
template <class... Meshes>
constexpr text partial_over(mesh_list<Meshes...>) {
  text result = text::of(" partial over ");
  bool first = true;
  (((first ? result : result.add(" and ")).add(mesh_name<Meshes>), first = false), ...);
  return result;
}

/// `[B, L, D] partial over tp`.
template <class Layout, class... Meshes>
constexpr text to_text(partial_sum<Layout, Meshes...>) {
  return text::of(to_text(Layout{}), partial_over(mesh_list<Meshes...>{}));
}

namespace detail {

template <class Layout, class Meshes>
struct sum_over_list {
  using type = Layout;
};
template <class Layout, class Mesh, class... Meshes>
struct sum_over_list<Layout, mesh_list<Mesh, Meshes...>> {
  using type = partial_sum<Layout, Mesh, Meshes...>;
};

template <class Operand>
struct operand_parts {
  using layout = Operand;
  using meshes = mesh_list<>;
};
template <class Layout, class... Meshes>
struct operand_parts<partial_sum<Layout, Meshes...>> {
  using layout = Layout;
  using meshes = mesh_list<Meshes...>;
};
template <class Layout>
struct operand_parts<rows_with_ends<Layout>> : operand_parts<Layout> {};

/// The meshes over which the axes of a layout are cut, and their factors, one for each shard.
template <class Axes>
struct meshes_of_axes;
template <template <class...> class List, class... Axes>
struct meshes_of_axes<List<Axes...>> {
  using type = join<mesh_list<>, typename shapeproof::detail::meshes_of_axis<Axes>::type...>;
};
template <class Layout>
using cut_over = typename meshes_of_axes<shape_in<Layout>>::type;

/// Axes that the result lacks, each once: they are summed.
template <class Result, class Known, class... Axes>
struct axes_lacking {
  using type = Known;
};
template <class Result, class... Known, class First, class... Rest>
struct axes_lacking<Result, shape<Known...>, First, Rest...>
    : axes_lacking<Result,
                   std::conditional_t<has_axis<First, Result> || has_axis<First, shape<Known...>>, shape<Known...>,
                                      shape<Known..., First>>,
                   Rest...> {};
template <class Result, class All>
struct lacking_of;
template <class Result, class... Axes>
struct lacking_of<Result, shape<Axes...>> : axes_lacking<Result, shape<>, Axes...> {};
template <class Result, class... Layouts>
using summed_axes = typename lacking_of<Result, join<shape<>, shape_in<Layouts>...>>::type;

/// How often a list has a mesh of this one's name: ranks have one name, whatever degree a type gives them.
template <class Mesh, class List>
inline constexpr std::size_t times_in = 0;
template <class Mesh, class... Meshes>
inline constexpr std::size_t times_in<Mesh, mesh_list<Meshes...>> =
    (std::size_t{mesh_name<Mesh> == mesh_name<Meshes>} + ... + 0);

/// Every mesh of the lists once.
template <class Known, class... Lists>
struct once {
  using type = Known;
};
template <class... Known, class First, class... More, class... Lists>
struct once<mesh_list<Known...>, mesh_list<First, More...>, Lists...>
    : once<std::conditional_t<times_in<First, mesh_list<Known...>> == 0, mesh_list<Known..., First>,
                              mesh_list<Known...>>,
           mesh_list<More...>, Lists...> {};
template <class... Known, class... Lists>
struct once<mesh_list<Known...>, mesh_list<>, Lists...> : once<mesh_list<Known...>, Lists...> {};
template <class... Lists>
using united_meshes = typename once<mesh_list<>, Lists...>::type;

/// The first mesh that a list has twice.
template <class List>
struct first_twice {
  using type = void;
};
template <class First, class... Rest>
struct first_twice<mesh_list<First, Rest...>>
    : std::conditional_t<(times_in<First, mesh_list<Rest...>> > 0), type_is<First>, first_twice<mesh_list<Rest...>>> {};

/// The first mesh of a list that `Others` lacks.
template <class List, class Others>
struct first_lacking {
  using type = void;
};
template <class First, class... Rest, class Others>
struct first_lacking<mesh_list<First, Rest...>, Others>
    : std::conditional_t<times_in<First, Others> == 0, type_is<First>, first_lacking<mesh_list<Rest...>, Others>> {};

/// The first mesh of a list that has this one's name and another degree.
template <class Mesh, class List>
struct other_degree {
  using type = void;
};
template <class Mesh, class First, class... Rest>
struct other_degree<Mesh, mesh_list<First, Rest...>>
    : std::conditional_t<mesh_name<Mesh> == mesh_name<First> && !std::is_same_v<Mesh, First>, type_is<First>,
                         other_degree<Mesh, mesh_list<Rest...>>> {};

template <class Mesh, class Other>
struct other_degrees {
  static constexpr text reason() {
    return text::of(mesh_name<Mesh>, " has ", to_text(mesh_degree<Mesh>), " ranks here and ",
                    to_text(mesh_degree<Other>), " there; a mesh has one degree");
  }
};
/// Why the meshes of a list do not go together: two have one name and other degrees. Void where they do.
template <class List>
struct unequal_degrees {
  using type = void;
};
template <class First, class... Rest>
struct unequal_degrees<mesh_list<First, Rest...>> {
  using other = typename other_degree<First, mesh_list<Rest...>>::type;
  using type = std::conditional_t<std::is_void_v<other>, typename unequal_degrees<mesh_list<Rest...>>::type,
                                  other_degrees<First, other>>;
};

}  // namespace detail

/// `Layout` as a sum over the ranks of a `mesh_list`; of an empty one, `Layout`.
template <class Layout, class Meshes>
using sum_over = typename detail::sum_over_list<Layout, Meshes>::type;

}  // namespace shapeproof::rules
