// SPDX-License-Identifier: BSL-1.0
/// Eigen's types and typed views: fixed sizes stay fixed, both ways.
#if __has_include(<Eigen/Core>) || __has_include(<eigen3/Eigen/Core>)
#include <shapeproof/interop/eigen.hpp>

#include <type_traits>
#include <utility>

namespace sp = shapeproof;
using sp::axis;
using sp::memory;
using sp::shape;
using sp::strided;

using L = axis<"L">;
using D = axis<"D", 4>;
using F = axis<"F", 6>;

template <class M, class... Stated>
using seen = decltype(sp::from_eigen<Stated...>(std::declval<M>()));
template <class X>
using map = decltype(sp::to_eigen(std::declval<X>()));

// Rows or columns side by side: the type says so.
using by_rows = Eigen::Matrix<float, 4, 6, Eigen::RowMajor>;
using by_columns = Eigen::Matrix<float, 4, 6>;
using columns = strided<shape<D, F>, memory<F, D>>;
static_assert(std::is_same_v<seen<by_rows&, D, F>, sp::view<float, D, F>>);
static_assert(std::is_same_v<seen<by_columns&, D, F>, sp::strided_view<float, columns>>);
static_assert(std::is_same_v<seen<Eigen::MatrixXf&, D, F>, sp::strided_view<float, columns>>);
static_assert(std::is_same_v<seen<by_rows&, L, F>, sp::view<float, L, F>>);

// const stays const; vectors have one axis, or two.
static_assert(std::is_same_v<seen<by_rows const&, D, F>, sp::view<float const, D, F>>);
static_assert(std::is_same_v<seen<Eigen::Map<by_rows const>, D, F>, sp::view<float const, D, F>>);
static_assert(std::is_same_v<seen<Eigen::Map<by_rows>, D, F>, sp::view<float, D, F>>);
static_assert(std::is_same_v<seen<Eigen::Vector4d&, D>, sp::view<double, D>>);
static_assert(std::is_same_v<seen<Eigen::RowVectorXf&, L>, sp::view<float, L>>);
static_assert(std::is_same_v<seen<Eigen::RowVectorXf&, axis<"One", 1>, L>, sp::view<float, axis<"One", 1>, L>>);

// And back.
template <class Map, long Rows, long Columns, bool ByRows>
constexpr bool is_map =
    Map::RowsAtCompileTime == Rows && Map::ColsAtCompileTime == Columns && Map::IsRowMajor == ByRows;
static_assert(is_map<map<sp::tensor<float, D, F>&>, 4, 6, true>);
static_assert(is_map<map<sp::tensor<float, L, F>&>, Eigen::Dynamic, 6, true>);
static_assert(is_map<map<sp::strided_view<float, columns>>, 4, 6, false>);
static_assert(is_map<map<sp::tensor<float, D>&>, 4, 1, false>);
static_assert(is_map<map<sp::tensor<float, axis<"One", 1>, D>&>, 1, 4, true>);
static_assert(is_map<map<sp::tensor<float, D, axis<"One", 1>>&>, 4, 1, false>);
static_assert(map<sp::tensor<float, D, F>&>::OuterStrideAtCompileTime == 6);
static_assert(map<sp::tensor<float, F, L>&>::OuterStrideAtCompileTime == Eigen::Dynamic);
static_assert(map<sp::tensor<float, L, F>&>::InnerStrideAtCompileTime == 1);

template <class Map>
constexpr bool is_writable = !std::is_const_v<std::remove_pointer_t<decltype(std::declval<Map&>().data())>>;
static_assert(is_writable<map<sp::tensor<float, D, F>&>> && !is_writable<map<sp::tensor<float, D, F> const&>>);
static_assert(is_writable<map<sp::view<float, D, F>>> && !is_writable<map<sp::view<float const, D, F>&>>);
#endif
