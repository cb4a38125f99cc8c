// SPDX-License-Identifier: BSL-1.0
/// Eigen's matrices and typed views see the same elements. Empty where Eigen is not at hand.
#if __has_include(<Eigen/Core>) || __has_include(<eigen3/Eigen/Core>)
#include <shapeproof/interop/eigen.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;

template <class M>
M filled(Eigen::Index rows, Eigen::Index columns) {
  M m(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < columns; ++j) m(i, j) = static_cast<typename M::Scalar>(10 * i + j);
  return m;
}

/// x [rows, columns] has 10 * row + column everywhere.
template <class X>
bool is_filled(X const& x) {
  auto const extent = sp::extents_of(x);
  for (std::size_t i = 0; i < extent[0]; ++i)
    for (std::size_t j = 0; j < extent[1]; ++j)
      if (x(i, j) != static_cast<sp::element_of<X>>(10 * i + j)) return false;
  return extent[0] * extent[1] == x.size();
}

using by_rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

TEST_CASE("matrices of any order and with fixed or dynamic sizes become views") {
  auto fixed = filled<Eigen::Matrix<float, 4, 6>>(4, 6);
  auto const x = sp::from_eigen<D, F>(fixed);
  CHECK(is_filled(x));
  CHECK(x.data() == fixed.data());
  x(3, 5) = -2;
  CHECK(fixed(3, 5) == -2);

  auto const rows = filled<by_rows>(3, 4);
  auto const y = sp::from_eigen<L, D>(rows);
  CHECK(is_filled(y));
  CHECK(y.extent<"L">() == 3);
  auto columns = filled<Eigen::MatrixXf>(4, 3);
  CHECK(is_filled(sp::from_eigen<D, L>(columns)));
  auto numbers = filled<Eigen::ArrayXXi>(3, 4);
  CHECK(is_filled(sp::from_eigen<L, D>(numbers)));
}

TEST_CASE("vectors have one axis or two") {
  Eigen::VectorXd v(4);
  v << 1, 2, 3, 4;
  CHECK(reference::elements(sp::from_eigen<D>(v)) == std::vector<double>{1, 2, 3, 4});
  using One = sp::axis<"One", 1>;
  auto const column = sp::from_eigen<D, One>(v);
  CHECK(column(3, 0) == 4);
  CHECK(to_string(column) == "[D=4, One=1]");
  CHECK(sp::to_eigen(column)(2, 0) == 3);
}

TEST_CASE("blocks, maps and references are views whose memory is wider") {
  auto m = filled<by_rows>(5, 9);
  auto const x = sp::from_eigen<sp::memory<D, sp::axis<"F", "width">>, D, F>(m.topLeftCorner(4, 6));
  CHECK(is_filled(x));
  CHECK(sp::strides_of(x)[0] == 9);
  using step = sp::gap<sp::axis<"step", "n">>;
  auto const third = sp::from_eigen<sp::memory<L, step>, L>(m.col(3));
  CHECK(reference::elements(third) == std::vector<double>{3, 13, 23, 33, 43});

  using padded = Eigen::Map<Eigen::Matrix<double, 4, 6, Eigen::RowMajor>, 0, Eigen::OuterStride<9>>;
  padded const map(m.data());
  CHECK(is_filled(sp::from_eigen<sp::memory<D, sp::axis<"F", 9>>, D, F>(map)));
  Eigen::MatrixXd columns = m;
  Eigen::Ref<Eigen::MatrixXd> const reference = columns.bottomRows(3);
  auto const lower = sp::from_eigen<sp::memory<D, sp::axis<"L", "rows">>, L, D>(reference.leftCols(4));
  CHECK(lower(0, 1) == 21);
  CHECK(lower(2, 3) == 43);
}

TEST_CASE("tensors and views become maps") {
  sp::tensor<double, L, D> x(sp::bind<"L">(3));
  auto map = sp::to_eigen(x);
  map = filled<by_rows>(3, 4);
  CHECK(is_filled(x));
  CHECK(map.data() == x.data());
  sp::tensor<double, L, D> const& same = x;
  CHECK(sp::to_eigen(same).sum() == map.sum());

  // Another order, a wider memory, a step between elements.
  std::vector<double> memory(60);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i);
  auto const turned = sp::view_over<sp::memory<D, L>, L, D>(memory.data(), sp::bind<"L">(5));
  CHECK(sp::to_eigen(turned)(4, 3) == turned(4, 3));
  CHECK(sp::to_eigen(turned).rows() == 5);
  auto const wide = sp::view_over<sp::memory<L, sp::axis<"D", 9>>, L, D>(memory.data(), sp::bind<"L">(5));
  CHECK(sp::to_eigen(wide)(4, 3) == 39);
  auto const spread = sp::view_over<sp::memory<L, D, sp::gap<sp::axis<"G", 2>>>, L, D>(memory.data(), sp::bind<"L">(5));
  CHECK(sp::to_eigen(spread)(4, 3) == 38);
  CHECK(sp::to_eigen(spread).block(1, 1, 2, 2)(1, 1) == 20);
  auto const line = sp::view_over<sp::memory<D, sp::gap<sp::axis<"G", 7>>>, D>(memory.data());
  CHECK(sp::to_eigen(line)(3) == 21);
}

TEST_CASE("a product computed by Eigen lands in a tensor") {
  auto const a = filled<by_rows>(3, 4);
  sp::tensor<double, D, F> w;
  for (std::size_t i = 0; i < w.size(); ++i) w.data()[i] = static_cast<double>(i) / 8;
  sp::tensor<double, L, F> y(sp::bind<"L">(3));
  sp::to_eigen(y).noalias() = a * sp::to_eigen(w);
  for (std::size_t l = 0; l < 3; ++l)
    for (std::size_t f = 0; f < 6; ++f) {
      double sum = 0;
      for (std::size_t d = 0; d < 4; ++d)
        sum += a(static_cast<Eigen::Index>(l), static_cast<Eigen::Index>(d)) * w(d, f);
      CHECK(y(l, f) == sum);
    }
}

namespace {
template <class... Stated, class M>
std::string said(M&& m) {
  return reference::thrown([&] { (void)sp::from_eigen<Stated...>(m); });
}
}  // namespace

TEST_CASE("dynamic sizes and strides that differ are errors") {
  auto m = filled<by_rows>(3, 5);
  CHECK(said<L, D>(m) ==
        "from_eigen: [L=3, D=4] from [3, 5]: D=4 meets 5; declare the axis with 5, or pass what has 4");
  auto turned = filled<by_rows>(6, 4);
  CHECK(said<D, F>(turned) ==
        "from_eigen: [D=4, F=6] from [6, 4]: D=4 meets 6; the extents fit in the opposite order of axes");
  auto part = m.leftCols(4);
  CHECK(said<L, D>(part) ==
        "from_eigen: [L=3, D=4] from [3, 4] with strides [5, 1]: the stride of L is 4 by type and 5 in this memory; "
        "state its order and padding, memory<...>");
  Eigen::VectorXd v(3);
  CHECK(said<D>(v) == "from_eigen: [D=4] from [3]: D=4 meets 3; declare the axis with 3, or pass what has 4");
  Eigen::Map<Eigen::VectorXd> const nothing(nullptr, 4);
  CHECK(said<D>(nothing) == "from_eigen: [D=4] from [4] with strides [1]: the pointer to the elements is null");
}
#endif
