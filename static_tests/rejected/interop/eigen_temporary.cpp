// SPDX-License-Identifier: BSL-1.0
// A view of a matrix that ends with the expression.
// expect: from_eigen: [D=4, F=6]
// expect: the matrix has no memory that lasts; keep its value in a variable
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::Matrix<float, 4, 6> const& a) {
// mistake
  auto x = sp::from_eigen<D, F>(a + a);
// corrected
  Eigen::Matrix<float, 4, 6> const sum = a + a;
  auto x = sp::from_eigen<D, F>(sum);
// end
  (void)x;
}
