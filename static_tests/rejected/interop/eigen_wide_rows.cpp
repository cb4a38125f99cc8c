// SPDX-License-Identifier: BSL-1.0
// A map whose fixed outer stride is wider than its rows.
// expect: from_eigen: [D=4, F=6] from [4, 6] with strides [8, 1]
// expect: the stride of D is 6 by type and 8 in this memory; state its order and padding, memory<...>
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::Map<Eigen::Matrix<float, 4, 6, Eigen::RowMajor>, 0, Eigen::OuterStride<8>>& m) {
// mistake
  auto x = sp::from_eigen<D, F>(m);
// corrected
  auto x = sp::from_eigen<sp::memory<D, sp::axis<"F", 8>>, D, F>(m);
// end
  (void)x;
}
