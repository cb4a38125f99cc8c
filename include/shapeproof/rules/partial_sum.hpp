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

/// `[B, L, D] partial over tp`.
template <class Layout, class... Meshes>
constexpr text to_text(partial_sum<Layout, Meshes...>) {
  text result = text::of(to_text(Layout{}), " partial over ");
  bool first = true;
  (((first ? result : result.add(" and ")).add(mesh_name<Meshes>), first = false), ...);
  return result;
}

using shapeproof::detail::mesh_list;

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

/// The shards of a shape, those inside of fused axes too.
template <class Axis>
struct shards_of_axis {
  using type = shape<>;
};
template <class Axis, class Mesh>
struct shards_of_axis<sharded_axis<Axis, Mesh>> {
  using type = shape<sharded_axis<Axis, Mesh>>;
};
template <class... Factors>
struct shards_of_axis<fused<Factors...>> {
  using type = join<shape<>, typename shards_of_axis<Factors>::type...>;
};
template <class Shape>
struct shards_of;
template <class... Axes>
struct shards_of<shape<Axes...>> {
  using type = join<shape<>, typename shards_of_axis<Axes>::type...>;
};
template <class Layout>
using shards_in = typename shards_of<shape_in<Layout>>::type;

template <class Mesh, class List>
inline constexpr std::size_t times_in = 0;
template <class Mesh, template <class...> class List, class... Meshes>
inline constexpr std::size_t times_in<Mesh, List<Meshes...>> = (std::size_t{std::is_same_v<Mesh, Meshes>} + ... + 0);

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

/// The shards of some operands that the result has (or lacks), each once.
template <bool Kept, class Result, class Known, class... Shards>
struct shards_that {
  using type = Known;
};
template <bool Kept, class Result, class... Known, class Axis, class Mesh, class... Shards>
struct shards_that<Kept, Result, shape<Known...>, sharded_axis<Axis, Mesh>, Shards...>
    : shards_that<Kept, Result,
                  std::conditional_t<has_axis<sharded_axis<Axis, Mesh>, Result> == Kept &&
                                         !has_axis<sharded_axis<Axis, Mesh>, shape<Known...>>,
                                     shape<Known..., sharded_axis<Axis, Mesh>>, shape<Known...>>,
                  Shards...> {};
template <bool Kept, class Result, class All>
struct shards_among;
template <bool Kept, class Result, class... Shards>
struct shards_among<Kept, Result, shape<Shards...>> : shards_that<Kept, Result, shape<>, Shards...> {};

template <class Shards>
struct meshes_of_shards;
template <class... Axes, class... Meshes>
struct meshes_of_shards<shape<sharded_axis<Axes, Meshes>...>> {
  using type = mesh_list<Meshes...>;
};

/// The first mesh of one list that is in the other too (or twice in itself).
template <class List>
struct first_twice {
  using type = void;
};
template <class First, class... Rest>
struct first_twice<mesh_list<First, Rest...>>
    : std::conditional_t<(times_in<First, mesh_list<Rest...>> > 0), type_is<First>, first_twice<mesh_list<Rest...>>> {};

}  // namespace detail

/// `Layout` as a sum over the ranks of a `mesh_list`; of an empty one, `Layout`.
template <class Layout, class Meshes>
using sum_over = typename detail::sum_over_list<Layout, Meshes>::type;

}  // namespace shapeproof::rules
