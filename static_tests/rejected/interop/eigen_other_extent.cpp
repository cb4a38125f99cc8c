// SPDX-License-Identifier: BSL-1.0
// A fixed size that is not the axis' extent.
// expect: from_eigen: [D=4, F=6] from [4, 5]
// expect: F=6 meets 5; declare the axis with 5, or pass what has 6
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::Matrix<float, 4, 5>& five, Eigen::Matrix<float, 4, 6>& six) {
// mistake
  auto x = sp::from_eigen<D, F>(five);
// corrected
  auto x = sp::from_eigen<D, F>(six);
// end
  (void)five, (void)six, (void)x;
}
