// SPDX-License-Identifier: BSL-1.0
/// Tensors that are a sum over ranks, of which each rank has one summand.
#pragma once

#include <shapeproof/rules/partial_sum.hpp>
#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace shapeproof {

/// This rank's summand `X` of a tensor that is the sum over the ranks of `Mesh`, such as `mesh<"tp", 2>`. What is
/// linear computes with it; everything else is refused until `all_reduce` or `reduce_scatter` has reduced it.
template <class Mesh, class X>
class partial : public X {
 public:
  using X::X;
};

namespace detail {

template <class Mesh, class X>
struct traits<partial<Mesh, X>> : traits<X> {};
template <class Mesh, class X>
inline constexpr bool is_tensor_type<partial<Mesh, X>> = true;
template <class Mesh, class X>
inline constexpr bool has_marks<partial<Mesh, X>> = true;
template <class Mesh, class X>
inline constexpr bool is_marked<partial<Mesh, X>> = is_marked<X>;
template <class Result, class Mesh, class X>
struct marks_kept<Result, partial<Mesh, X>> : marks_kept<Result, X> {};

template <class X>
struct meshes_of {
  using type = mesh_list<>;
  using summand = X;
};
template <class Mesh, class X>
struct meshes_of<partial<Mesh, X>> {
  using type = join<mesh_list<Mesh>, typename meshes_of<X>::type>;
  using summand = typename meshes_of<X>::summand;
};

/// `X` with one mesh more; several are in the order of their names.
template <class Mesh, class X>
struct with_mesh {
  using type = partial<Mesh, X>;
};
template <class Mesh, class Other, class X>
  requires(mesh_name<Other> < mesh_name<Mesh>)
struct with_mesh<Mesh, partial<Other, X>> {
  using type = partial<Other, typename with_mesh<Mesh, X>::type>;
};
template <class X, class Meshes>
struct with_meshes {
  using type = X;
};
template <class Mesh, class... Meshes>
struct with_meshes<poisoned, mesh_list<Mesh, Meshes...>> {
  using type = poisoned;
};
template <class X, class Mesh, class... Meshes>
struct with_meshes<X, mesh_list<Mesh, Meshes...>>
    : with_meshes<typename with_mesh<Mesh, X>::type, mesh_list<Meshes...>> {};

}  // namespace detail

template <class Mesh, class X>
inline constexpr bool is_meta<partial<Mesh, X>> = is_meta<X>;
template <class Mesh, class X, fixed_string Axis>
inline constexpr bool is_at_last<partial<Mesh, X>, Axis> = is_at_last<X, Axis>;

/// Whether a tensor type is a sum that is still to be reduced.
template <class X>
inline constexpr bool is_partial = false;
template <class Mesh, class X>
inline constexpr bool is_partial<partial<Mesh, X>> = true;

/// Whether it is one over the mesh of this name.
template <class X, fixed_string Mesh>
inline constexpr bool is_partial_over = false;
template <class Ranks, class X, fixed_string Mesh>
inline constexpr bool is_partial_over<partial<Ranks, X>, Mesh> =
    mesh_name<Ranks> == Mesh.view() || is_partial_over<X, Mesh>;

/// The tensor type `X` as a sum over the ranks of `Meshes`, a list.
template <class X, class Meshes>
using summed_over = typename detail::with_meshes<X, Meshes>::type;

/// `Result` as a sum over the same ranks as `X`.
template <class Result, class X>
using summed_as = summed_over<Result, typename detail::meshes_of<std::remove_cvref_t<X>>::type>;

/// The layout of a tensor type for rules that look at sums: a `rules::partial_sum` where it is one.
template <class X>
using placed_layout_of = rules::sum_over<layout_of<X>, typename detail::meshes_of<std::remove_cvref_t<X>>::type>;

/// The same of its shape.
template <class X>
using placed_shape_of = rules::sum_over<shape_of<X>, typename detail::meshes_of<std::remove_cvref_t<X>>::type>;

}  // namespace shapeproof
