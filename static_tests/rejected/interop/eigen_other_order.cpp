// SPDX-License-Identifier: BSL-1.0
// Rows side by side are stated of a matrix whose columns are.
// expect: from_eigen: [D=4, F=6] from [4, 6] with strides [1, 4]
// expect: the stride of D is 6 by type and 1 in this memory; state its order and padding, memory<...>
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::Matrix<float, 4, 6>& m) {
// mistake
  auto x = sp::from_eigen<sp::memory<D, F>, D, F>(m);
// corrected
  auto x = sp::from_eigen<D, F>(m);
// end
  (void)x;
}
