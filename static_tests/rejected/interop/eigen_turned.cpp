// SPDX-License-Identifier: BSL-1.0
// A weight [F, D] where [D, F] is stated.
// expect: from_eigen: [D=4, F=6] from [6, 4]
// expect: D=4 meets 6; the extents fit in the opposite order of axes
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(Eigen::Matrix<float, 6, 4> const& w) {
// mistake
  auto x = sp::from_eigen<D, F>(w);
// corrected
  auto x = sp::transpose<"F", "D">(sp::from_eigen<F, D>(w));
// end
  (void)x;
}
