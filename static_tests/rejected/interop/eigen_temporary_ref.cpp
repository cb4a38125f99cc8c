// SPDX-License-Identifier: BSL-1.0
// A temporary reference to something const keeps the sum itself, and ends with the expression.
// expect: from_eigen: [D=4, F=6]
// expect: the matrix has no memory that lasts; keep its value in a variable
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
using fixed = Eigen::Matrix<float, 4, 6>;
void f(fixed const& a) {
// mistake
  auto x = sp::from_eigen<D, F>(Eigen::Ref<fixed const>(a + a));
// corrected
  Eigen::Ref<fixed const> const sum(a + a);
  auto x = sp::from_eigen<D, F>(sum);
// end
  (void)x;
}
