// SPDX-License-Identifier: BSL-1.0
/// Eigen's matrices, vectors and maps as typed views, and back.
#pragma once

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#elif __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#else
#error "shapeproof/interop/eigen.hpp needs Eigen 3.3 or later in the include path (Debian: libeigen3-dev)"
#endif

#include <shapeproof/shape/refusal.hpp>  // first, so that compilers show a short way to it

#include <shapeproof/interop/lent.hpp>
#include <shapeproof/interop/pointer.hpp>

#include <climits>
#include <cstddef>
#include <type_traits>

namespace shapeproof {

namespace detail {

constexpr long long known_or_not(long long number) { return number == Eigen::Dynamic ? unknown : number; }

template <class M>
inline constexpr long long inner_stride = known_or_not(Eigen::internal::inner_stride_at_compile_time<M>::ret);
template <class M>
inline constexpr long long outer_stride = known_or_not(Eigen::internal::outer_stride_at_compile_time<M>::ret);

/// A vector is seen with one axis or, as any matrix, with two.
template <class M, std::size_t Rank>
constexpr auto known_of_eigen() {
  if constexpr (Rank == 1 && M::IsVectorAtCompileTime)
    return outline<1>{{known_or_not(M::SizeAtCompileTime)}, {inner_stride<M>}};
  else
    return outline<2>{
        {known_or_not(M::RowsAtCompileTime), known_or_not(M::ColsAtCompileTime)},
        {M::IsRowMajor ? outer_stride<M> : inner_stride<M>, M::IsRowMajor ? inner_stride<M> : outer_stride<M>}};
}

template <std::size_t Rank, class M>
outline<Rank> outline_of_eigen(M const& m) {
  if constexpr (Rank == 1)
    return outline_of(extents{m.size()}, strides{m.innerStride()});
  else if constexpr (M::IsRowMajor)
    return outline_of(extents{m.rows(), m.cols()}, strides{m.outerStride(), m.innerStride()});
  else
    return outline_of(extents{m.rows(), m.cols()}, strides{m.innerStride(), m.outerStride()});
}

template <class M>
concept eigen_dense = std::is_base_of_v<Eigen::DenseBase<std::remove_cvref_t<M>>, std::remove_cvref_t<M>>;

template <class M>
constexpr bool has_memory() {
  return (std::remove_cvref_t<M>::Flags & Eigen::DirectAccessBit) != 0;
}
template <class M>
inline constexpr bool owns_coefficients = std::is_base_of_v<Eigen::PlainObjectBase<M>, M>;
/// A reference to something const keeps a copy where it was made from an expression or from other strides.
template <class M, int Options, class Stride>
inline constexpr bool owns_coefficients<Eigen::Ref<M const, Options, Stride>> = true;
template <class M>
constexpr bool owns_what_ends() {
  return !std::is_lvalue_reference_v<M> && owns_coefficients<std::remove_cvref_t<M>>;
}

/// The Eigen type over a tensor's elements.
template <class Layout, class T>
struct as_eigen {
  static constexpr auto known = known_in<Layout>;
  static constexpr bool one_axis = known.rank == 1;
  static constexpr long long rows = known.extent[0];
  static constexpr long long cols = one_axis ? 1 : known.extent[1];
  /// Eigen's fixed sizes are ints, and so is the fixed number of all coefficients.
  static constexpr int eigen(long long number) {
    return number == unknown || number > INT_MAX ? Eigen::Dynamic : static_cast<int>(number);
  }
  static constexpr bool is_large = rows != unknown && cols > 0 && (cols <= INT_MAX) && rows > INT_MAX / cols;

  /// Whether steps along a row are the smaller ones. Eigen wants a single row so, and a single column otherwise.
  template <class Shape, class Memory>
  struct order;
  template <class Rows, class Columns, class... Slots>
  struct order<shape<Rows, Columns>, memory<Slots...>> {
    static constexpr bool by_rows =
        position_of<memory<Slots...>>(axis_name<Rows>) < position_of<memory<Slots...>>(axis_name<Columns>);
  };
  static constexpr bool by_rows() {
    if constexpr (one_axis)
      return false;
    else if constexpr (rows == 1 || cols == 1)
      return rows == 1 && cols != 1;
    else
      return order<shape_in<Layout>, memory_in<Layout>>::by_rows;
  }
  static constexpr std::size_t inner_axis = by_rows() ? 1 : 0;
  static constexpr long long inner = known.stride[inner_axis];
  static constexpr long long outer = one_axis ? unknown : known.stride[1 - inner_axis];

  using matrix = Eigen::Matrix<std::remove_const_t<T>, is_large ? Eigen::Dynamic : eigen(rows), eigen(cols),
                               (by_rows() ? Eigen::RowMajor : Eigen::ColMajor) | Eigen::DontAlign>;
  using seen = std::conditional_t<std::is_const_v<T>, matrix const, matrix>;
  using stride = Eigen::Stride<eigen(outer), eigen(inner)>;
  using type = Eigen::Map<seen, Eigen::Unaligned, stride>;

  template <class X>
  static type map(X& x) {
    auto const extent = extents_of<Eigen::Index>(x);
    auto const step = strides_of<Eigen::Index>(x);
    if constexpr (one_axis)
      return type(x.data(), extent[0], stride(step[0] * extent[0], step[0]));
    else
      return type(x.data(), extent[0], extent[1], stride(step[1 - inner_axis], step[inner_axis]));
  }
};

template <class... Stated>
inline constexpr std::size_t stated_rank = stated_layout<false, Stated...>::axes::rank;

}  // namespace detail

/// An Eigen matrix, vector, array, map, reference or block -> a view of its elements `[Axes...]`: `from_eigen<L, D>(m)`
/// for rows and columns, `from_eigen<D>(v)` for a vector. Its type says whether rows or columns lie together; where
/// they are wider than the matrix, `from_eigen<memory<L, axis<"D", 8>>, L, D>(m)`. Sizes and strides that are fixed are
/// compared by the compiler, others once, at run time; symbols get their values from them. Refused for a temporary that
/// owns its elements, a `Ref<M const>` too; a block or map may be one, what it shows must last. Throws `shape_error`.
template <class... Stated, detail::eigen_dense M, fixed_string... Names>
auto from_eigen(M&& m, binding<Names>... given) {
  using matrix = std::remove_cvref_t<M>;
  using stated = detail::stated_layout<!matrix::IsRowMajor, Stated...>;
  if constexpr (!detail::has_memory<M>() || detail::owns_what_ends<M>()) {
    using reason = rules::plainly<"the matrix has no memory that lasts; keep its value in a variable">;
    return accepted<rules::refuse<"from_eigen", reason, typename stated::axes>>{};
  } else {
    constexpr auto known = detail::known_of_eigen<matrix, detail::stated_rank<Stated...>>();
    return detail::view_across<"from_eigen", stated, known, true>(m.data(), detail::outline_of_eigen<known.rank>(m),
                                                                  given...);
  }
}

/// A tensor or view `[M, N]` or `[N]` -> an `Eigen::Map` of its elements: static extents stay fixed, symbols
/// and what is too large for an int become Dynamic. Two axes are rows and columns, in whichever order they lie; one
/// axis is a column. Refused for more axes, for a tensor that ends here, and for a sum over ranks. Throws `shape_error`
/// for one whose elements were moved away.
template <tensor_in_memory X>
auto to_eigen(X&& x) {
  if constexpr (is_poisoned<X>) {
    return poisoned{};
  } else if constexpr (detail::is_ending<X>()) {
    return detail::ending<"to_eigen", X>{};
  } else if constexpr (shape_of<X>::rank != 1 && shape_of<X>::rank != 2) {
    using reason = rules::plainly<"a matrix has two axes, a vector one; select or merge the others">;
    return accepted<rules::refuse<"to_eigen", reason, shape_of<X>>>{};
  } else {
    detail::require_whole<"to_eigen", std::remove_cvref_t<X>>();
    detail::require_elements("to_eigen", x);
    return detail::as_eigen<layout_of<X>, detail::lent_element<X>>::map(x);
  }
}

}  // namespace shapeproof
