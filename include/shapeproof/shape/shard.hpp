// SPDX-License-Identifier: BSL-1.0
/// An axis of which each rank of a mesh has one part of equal size, in the order of the ranks.
#pragma once

#include <shapeproof/core/pack.hpp>
#include <shapeproof/shape/axis.hpp>
#include <shapeproof/shape/mesh.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// The type behind `shard`: its name is that of the whole axis, its extent one rank's part.
template <class Axis, class Mesh>
struct sharded_axis {};

/// Whether an axis is a shard, or has a factor that is one.
template <class Axis>
inline constexpr bool is_sharded = false;
template <class Axis, class Mesh>
inline constexpr bool is_sharded<sharded_axis<Axis, Mesh>> = true;
template <class... Factors>
inline constexpr bool is_sharded<fused<Factors...>> = (is_sharded<Factors> || ...);

/// Whether a rank's part of an axis is not one piece: a factor behind the first one is a shard.
template <class Axis>
inline constexpr bool is_sharded_inside = false;
template <class First, class... Rest>
inline constexpr bool is_sharded_inside<fused<First, Rest...>> = (is_sharded_inside<First> || ... || is_sharded<Rest>);

namespace detail {

template <class Axis>
struct whole_axis {
  using type = Axis;
};
template <class Axis, class Mesh>
struct whole_axis<sharded_axis<Axis, Mesh>> {
  using type = Axis;
};
template <class... Factors>
struct whole_axis<fused<Factors...>> {
  using type = fused<typename whole_axis<Factors>::type...>;
};

template <class Axis, class Mesh>
struct local_extent {
  static constexpr polynomial value = divided(polynomial_of<Axis>::value(), mesh_degree<Mesh>);
};

}  // namespace detail

/// The axis of which it is a shard; an axis that is none, itself.
template <class Axis>
using whole = typename detail::whole_axis<Axis>::type;

/// Shards of one name, whatever their meshes.
template <fixed_string Name, auto Extent, class Mesh, auto OtherExtent, class OtherMesh>
inline constexpr bool
    same_name<sharded_axis<named_axis<Name, Extent>, Mesh>, sharded_axis<named_axis<Name, OtherExtent>, OtherMesh>> =
        true;
template <class Axis, class Mesh>
inline constexpr bool is_static<sharded_axis<Axis, Mesh>> = detail::local_extent<Axis, Mesh>::value.is_number();

namespace detail {

template <class Axis, class Mesh>
struct static_extent_of<sharded_axis<Axis, Mesh>> {
  static constexpr std::size_t value = static_cast<std::size_t>(local_extent<Axis, Mesh>::value.number());
};
template <class Axis, class Mesh>
struct polynomial_of<sharded_axis<Axis, Mesh>> {
  static constexpr polynomial value() { return local_extent<Axis, Mesh>::value; }
};
template <class Axis, class Mesh>
struct name_of<sharded_axis<Axis, Mesh>> : name_of<Axis> {};

/// The meshes over which an axis or its factors are cut, as a list.
template <class... Meshes>
struct mesh_list {};
template <class Axis>
struct meshes_of_axis {
  using type = mesh_list<>;
};
template <class Axis, class Mesh>
struct meshes_of_axis<sharded_axis<Axis, Mesh>> {
  using type = mesh_list<Mesh>;
};
template <class... Factors>
struct meshes_of_axis<fused<Factors...>> {
  using type = join<mesh_list<>, typename meshes_of_axis<Factors>::type...>;
};

template <class Axis>
  requires is_sharded<Axis>
struct part_of_whole<Axis> {
  template <class... Meshes>
  static constexpr text names(mesh_list<Meshes...>) {
    text result;
    ((result.add(result.size > 0 ? " and " : "").add(mesh_name<Meshes>)), ...);
    return result;
  }
  static constexpr text message() {
    return text::of(" of ", to_text(extent_polynomial<whole<Axis>>), " over ",
                    names(typename meshes_of_axis<Axis>::type{}));
  }
};

/// Whether one of the meshes has this name.
template <class... Meshes>
constexpr bool has_mesh_named([[maybe_unused]] mesh_list<Meshes...> list, [[maybe_unused]] std::string_view name) {
  return ((mesh_name<Meshes> == name) || ...);
}

/// Whether the ranks of `Mesh`, or of another mesh of its name, have cut an axis or its factors.
template <class Axis, class Mesh>
inline constexpr bool is_cut_over = has_mesh_named(typename meshes_of_axis<Axis>::type{}, mesh_name<Mesh>);

/// Why `Cut`, an axis or the first factor of `Axis`, is not cut over `Mesh`; where it is, `type` is the shard. One rank
/// has all of every axis, of a concatenation and of what other ranks have cut as well.
template <class Axis, class Cut, class Mesh>
struct sharding {
  static constexpr bool fits = is_one_rank<Mesh> && !is_cut_over<Axis, Mesh>;
  using type = Cut;
  static constexpr text operation() { return text::of("shard"); }
  static constexpr text operands() { return text::of(axis_text<Axis>(), " over ", mesh_text<Mesh>()); }
  static constexpr text reason() {
    return text::of(axis_text<Cut>(), is_sharded<Cut> ? " is a shard already" : " is a concatenation",
                    is_sharded<Cut> ? "" : ": a part of all is not a part of each; shard each of them");
  }
};
template <class Axis, fixed_string Name, auto Extent, class Mesh>
struct sharding<Axis, named_axis<Name, Extent>, Mesh> {
  using cut = named_axis<Name, Extent>;
  static constexpr bool fits = !is_cut_over<Axis, Mesh> && local_extent<cut, Mesh>::value.problem == nullptr;
  using type = std::conditional_t<is_one_rank<Mesh>, cut, sharded_axis<cut, Mesh>>;

  static constexpr text operation() { return text::of("shard"); }
  static constexpr text operands() { return text::of(axis_text<Axis>(), " over ", mesh_text<Mesh>()); }
  static constexpr text reason() {
    if (is_cut_over<Axis, Mesh>)
      return text::of("another factor is cut over ", mesh_name<Mesh>, "; a mesh cuts one of them");
    polynomial const& all = extent_polynomial<cut>;
    polynomial const& ranks = mesh_degree<Mesh>;
    text result = text::of(axis_text<cut>());
    if (all.is_number() && ranks.is_number() && all.number() < ranks.number())
      return result.add(" has fewer positions than there are ranks; replicate ").add(Name.view());
    result.add(" is not provably a multiple of ").add(to_text(ranks));
    if (all.is_number() && ranks.is_number())
      return result.add(", ").add(all.number() % ranks.number()).add(" would be left over");
    return result.add("; declare it: axis<").add(Name.view()).add(", ").add(to_text(ranks)).add("*n>");
  }
};
template <class Axis, class First, class... Rest, class Mesh>
struct sharding<Axis, fused<First, Rest...>, Mesh> : sharding<Axis, First, Mesh> {
  using first = sharding<Axis, First, Mesh>;
  static constexpr auto make() {
    if constexpr (first::fits)
      return type_is<fused<typename first::type, Rest...>>{};
    else
      return type_is<void>{};
  }
  using type = typename decltype(make())::type;
};

/// A shard that is refused is the whole axis: what uses it gives no second error.
template <class Axis, class Mesh>
constexpr auto shard_or_refused() {
  using cut = sharding<Axis, Axis, Mesh>;
  if constexpr (!is_mesh<Mesh>)
    return type_is<std::conditional_t<sizeof(accepted<refused<no_mesh<Mesh>>>) == 0, void, Axis>>{};
  else if constexpr (cut::fits)
    return type_is<typename cut::type>{};
  else
    return type_is<std::conditional_t<sizeof(accepted<refused<cut>>) == 0, void, Axis>>{};
}

}  // namespace detail

/// Whether `shard<Axis, Mesh>` is accepted.
template <class Axis, class Mesh>
concept can_shard = detail::sharding<Axis, Axis, Mesh>::fits;

/// `shard<axis<"F", 20800>, mesh<"tp", 2>>`: F, of which each rank has 10400; an axis of its own, `F=10400 of 20800
/// over tp`. Of one rank it is the axis itself. A fused axis is cut between the positions of its first factor: `(H Dk)`
/// over H. Refused: an extent that is not provably a multiple of the degree (`axis<"F", "tp*Fl">` is one of `tp`); of
/// more than one rank, a shard and a concatenation.
template <class Axis, class Mesh>
using shard = typename decltype(detail::shard_or_refused<Axis, Mesh>())::type;

}  // namespace shapeproof
