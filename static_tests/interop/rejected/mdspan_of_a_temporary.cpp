// SPDX-License-Identifier: BSL-1.0
// An mdspan of a tensor that ends with the expression.
// expect: to_mdspan: [L, F=6]
// expect: the tensor ends before what would see its elements; keep it in a variable
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
#include <mdspan>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
using F = sp::axis<"F", 6>;
void f(sp::tensor<float, L, D> const& x, sp::tensor<float, D, F> const& w) {
  // mistake
  auto m = sp::to_mdspan(sp::matmul(x, w));
  // corrected
  auto y = sp::matmul(x, w);
  auto m = sp::to_mdspan(y);
  // end
  (void)m;
}
