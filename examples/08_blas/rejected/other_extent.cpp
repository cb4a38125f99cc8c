// SPDX-License-Identifier: BSL-1.0
// The weight of a model with another width.
// expect: matmul: [L, D=96] x [D=64, F=80]: contracts D=96 with D=64; they differ by 32
#include <shapeproof/shapeproof.hpp>
#include "blas_matmul.hpp"
namespace sp = shapeproof;
using F = sp::axis<"F", 80>;
void f(sp::tensor<float, sp::axis<"L">, sp::axis<"D", 96>> const& x,
       sp::tensor<float, sp::axis<"D", 64>, F> const& small, sp::tensor<float, sp::axis<"D", 96>, F> const& w) {
  // mistake
  auto y = blas_matmul(x, small);
  // corrected
  auto y = blas_matmul(x, w);
  // end
  (void)small, (void)w, (void)y;
}
