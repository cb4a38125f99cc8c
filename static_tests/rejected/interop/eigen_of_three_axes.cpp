// SPDX-License-Identifier: BSL-1.0
// A matrix of a tensor with three axes.
// expect: to_eigen: [L, D=4, F=6]
// expect: a matrix has two axes, a vector one; select or merge the others
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(sp::tensor<float, L, D, F>& x) {
// mistake
  auto m = sp::to_eigen(x);
// corrected
  auto rows = sp::merge<"D", "F">(x);
  auto m = sp::to_eigen(rows);
// end
  (void)m;
}
