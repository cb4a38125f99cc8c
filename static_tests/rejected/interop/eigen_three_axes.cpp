// SPDX-License-Identifier: BSL-1.0
// Three axes for a matrix.
// expect: from_eigen: [L, D=4, F=6]: 3 axes are stated for memory of 2 dimensions
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::MatrixXf& m) {
// mistake
  auto x = sp::from_eigen<L, D, F>(m);
// corrected
  auto x = sp::split<"(D F)">(sp::from_eigen<L, sp::fused<D, F>>(m));
// end
  (void)x;
}
