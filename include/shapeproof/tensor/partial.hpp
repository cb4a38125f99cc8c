// SPDX-License-Identifier: BSL-1.0
/// Tensors that are a sum over ranks, of which each rank has one summand.
#pragma once

#include <shapeproof/rules/placement.hpp>
#include <shapeproof/tensor/at_last.hpp>
#include <shapeproof/tensor/print.hpp>
#include <shapeproof/tensor/ragged_rows.hpp>
#include <shapeproof/tensor/traits.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace shapeproof {

template <class Mesh, class X>
class partial;

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

/// Whether a tensor type is neither a sum over ranks nor has rows with lengths of their own: what its axes say is all.
template <class X>
inline constexpr bool is_plain = !is_partial<X> && !has_ragged_rows<X>;

/// The tensor type `X` as a sum over the ranks of `Meshes`, a list.
template <class X, class Meshes>
using summed_over = typename detail::with_meshes<X, Meshes>::type;

/// `Result` as a sum over the same ranks as `X`.
template <class Result, class X>
using summed_as = summed_over<Result, typename detail::meshes_of<std::remove_cvref_t<X>>::type>;

namespace detail {
template <class X, class Layout>
struct placed_as {
  using type = rules::sum_over<Layout, typename meshes_of<X>::type>;
};
template <class X, class Layout>
struct placed_as<ragged_rows<X>, Layout> {
  using type = rules::rows_with_ends<Layout>;
};
}  // namespace detail

/// The layout of a tensor type for rules that look at more than axes: a `rules::partial_sum` where it is a sum,
/// `rules::rows_with_ends` where its rows have lengths of their own.
template <class X>
using placed_layout_of = typename detail::placed_as<std::remove_cvref_t<X>, layout_of<X>>::type;

/// The same of its shape.
template <class X>
using placed_shape_of = typename detail::placed_as<std::remove_cvref_t<X>, shape_of<X>>::type;

namespace detail {

/// `Y` as a sum over other ranks than `X` is.
template <class X, class Y>
using other_sum =
    rules::refuse<"partial", rules::detail::other_ranks<typename meshes_of<X>::type, typename meshes_of<Y>::type>,
                  placed_layout_of<Y>>;

}  // namespace detail

/// This rank's summand `X` of a tensor that is the sum over the ranks of `Mesh`, such as `mesh<"tp", 2>`. What is
/// linear computes with it; everything else is refused until `all_reduce` or `reduce_scatter` has reduced it. It holds
/// an `X` and is none: nothing takes the one for the other. Its members are those of `X`.
template <class Mesh, class X>
class partial {
  using parts = detail::traits<X>;

 public:
  using element = std::remove_const_t<typename parts::element>;  ///< the type of an element
  using layout = typename parts::layout;                         ///< where they lie
  using shape = shape_in<layout>;                                ///< the axes, `shape<...>`
  static constexpr std::size_t rank = shape::rank;               ///< how many axes it has
  /// Whether its elements end with it.
  static constexpr bool owns = parts::tensor_kind == detail::kind::owner;

  /// What an `X` is made of, other than a tensor: this rank's summand. Refused where the ranks of `Mesh` have cut an
  /// axis of it.
  template <class... Arguments>
    requires(!any_tensor<Arguments> && ...) && std::is_constructible_v<X, Arguments...>
  constexpr explicit partial(Arguments&&... arguments) : summand_(std::forward<Arguments>(arguments)...) {
    detail::require_other_ranks<Mesh, layout, typename detail::meshes_of<X>::type>();
  }
  /// From a sum over the same ranks, as an `X` from its summand. Refused: anything else, which each rank would count.
  template <class Y>
    requires(any_tensor<Y> && !is_poisoned<Y> && !std::is_same_v<std::remove_cvref_t<Y>, partial>)
  constexpr partial(Y&& y) : summand_(summand_of(std::forward<Y>(y))) {
    detail::require_other_ranks<Mesh, layout, typename detail::meshes_of<X>::type>();
  }

  constexpr auto data() { return summand_.data(); }                     ///< the first element
  constexpr auto data() const { return summand_.data(); }               ///< the first element
  constexpr auto const& symbols() const { return summand_.symbols(); }  ///< the values of the symbols in its extents
  constexpr auto walk() const { return summand_.walk(); }               ///< extents and steps of all axes
  constexpr std::size_t size() const { return summand_.size(); }        ///< the number of elements
  /// The extent of the axis with this name. Refused where there is none.
  template <fixed_string Name>
  constexpr std::size_t extent() const {
    return summand_.template extent<Name>();
  }
  /// The summand's element at one position for each axis. Refused and thrown as by `X`.
  template <class... Positions>
  auto& operator()(Positions const&... positions) {
    return summand_(positions...);
  }
  /// The same of what is const.
  template <class... Positions>
  auto& operator()(Positions const&... positions) const {
    return summand_(positions...);
  }

  auto take_storage() && { return std::move(summand_).take_storage(); }  ///< for an operation that gives another layout
  auto const& storage() const { return summand_.storage(); }             ///< what holds the elements
  std::size_t offset() const { return summand_.offset(); }               ///< from the storage's begin to the first one

  /// As that of a `meta`.
  constexpr auto log() const
    requires is_meta<X>
  {
    return summand_.log();
  }
  /// As that of a `meta`.
  constexpr auto made_by() const
    requires is_meta<X>
  {
    return summand_.made_by();
  }
  /// As that of a `meta`.
  constexpr auto take_block() &&
    requires is_meta<X>
  {
    return std::move(summand_).take_block();
  }

 private:
  template <class, class>
  friend class partial;
  template <class Y>
  static constexpr X summand_of(Y&& y) {
    if constexpr (std::is_same_v<typename detail::meshes_of<partial>::type,
                                 typename detail::meshes_of<std::remove_cvref_t<Y>>::type>) {
      return X(std::forward<Y>(y).summand_);
    } else {
      (void)accepted<detail::other_sum<partial, std::remove_cvref_t<Y>>>{};
      return detail::no_tensor<X>();
    }
  }

  X summand_;
};

namespace detail {
template <class X>
std::string summand_text(X const& x) {
  if constexpr (is_meta<X>)
    return to_string(shape_of<X>{});
  else
    return to_string(shape_of<X>{}, x.symbols());
}
}  // namespace detail

/// `[B=1, L=7, D=12] partial over tp`.
template <class Mesh, class X>
std::string to_string(partial<Mesh, X> const& x) {
  using ranks = typename detail::meshes_of<partial<Mesh, X>>::type;
  return detail::summand_text(x) + std::string(rules::partial_over(ranks{}).view());
}

}  // namespace shapeproof
