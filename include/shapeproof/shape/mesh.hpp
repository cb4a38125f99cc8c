// SPDX-License-Identifier: BSL-1.0
/// A mesh axis: ranks that hold parts of the same tensors.
#pragma once

#include <shapeproof/shape/axis.hpp>
#include <shapeproof/shape/refusal.hpp>

#include <string_view>

namespace shapeproof {

/// The type behind `mesh`: ranks that are counted as the positions of an axis are.
template <class Ranks>
struct mesh_axis {};

/// Whether it is one.
template <class Mesh>
inline constexpr bool is_mesh = false;
template <class Ranks>
inline constexpr bool is_mesh<mesh_axis<Ranks>> = true;

namespace detail {

template <class Ranks>
struct malformed_mesh {
  static constexpr polynomial degree = extent_polynomial<Ranks>;
  static constexpr bool is_symbol =
      degree.count == 1 && degree.terms[0].degree == 1 && degree.terms[0].coefficient == 1;
  static constexpr bool is_count = degree.is_number() && degree.number() > 0;
  static constexpr bool found = !is_symbol && !is_count;
  static constexpr text operation() { return text::of("mesh"); }
  static constexpr text operands() { return axis_text<Ranks>(); }
  static constexpr text reason() { return text::of("the number of ranks is 1 or more, or one symbol"); }
};

/// A malformed mesh is refused here, and then one of a single rank: what uses it gives no second error.
template <class Ranks>
struct checked_mesh {
  using type = mesh_axis<Ranks>;
};
template <fixed_string Name, auto Degree>
  requires(malformed_mesh<named_axis<Name, Degree>>::found)
struct checked_mesh<named_axis<Name, Degree>> {
  using type = mesh_axis<named_axis<Name, sizeof(accepted<refused<malformed_mesh<named_axis<Name, Degree>>>>)>>;
};

/// What stands where a mesh is wanted.
template <class Other>
struct no_mesh {
  static constexpr text operation() { return text::of("mesh"); }
  static constexpr text operands() {
    if constexpr (requires { name_of<Other>::value; })
      return axis_text<Other>();
    else
      return text::of("what stands for the ranks");
  }
  static constexpr text reason() {
    return text::of("this is no mesh; the ranks of one are counted by mesh<\"tp\", 2>");
  }
};

/// What is no mesh is refused here, and then one of a single rank, as a malformed one is.
template <class Other>
struct ranks_of {
  using type = named_axis<"mesh", sizeof(accepted<refused<no_mesh<Other>>>)>;
};
template <class Ranks>
struct ranks_of<mesh_axis<Ranks>> {
  using type = Ranks;
};

}  // namespace detail

/// `mesh<"tp", 2>`: two ranks; `mesh<"tp">`: as many as the symbol `tp` says when the program starts. Refused: a degree
/// that is neither a number from 1 on nor one symbol.
template <fixed_string Name, extent Degree = extent(Name)>
using mesh = typename detail::checked_mesh<axis<Name, Degree>>::type;

/// `tp`
template <class Mesh>
inline constexpr std::string_view mesh_name = axis_name<typename detail::ranks_of<Mesh>::type>;

/// How many ranks there are, a number or a symbol.
template <class Mesh>
inline constexpr polynomial mesh_degree = extent_polynomial<typename detail::ranks_of<Mesh>::type>;

/// Whether it is one rank, which has all of every tensor.
template <class Mesh>
inline constexpr bool is_one_rank = mesh_degree<Mesh> == polynomial(1);

/// `tp=2`, or `tp` where that is the symbol.
template <class Mesh>
constexpr text mesh_text() {
  return axis_text<typename detail::ranks_of<Mesh>::type>();
}

}  // namespace shapeproof
