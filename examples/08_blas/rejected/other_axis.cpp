// SPDX-License-Identifier: BSL-1.0
// A weight stored as [out, in], and both are equal: sgemm would compute a wrong product.
// expect: matmul: [L, D=96] x [F=96, D=96]: contracts D=96 with F=96; did you mean transpose(b)?
#include <shapeproof/shapeproof.hpp>
#include "blas_matmul.hpp"
namespace sp = shapeproof;
using D = sp::axis<"D", 96>;
void f(sp::tensor<float, sp::axis<"L">, D> const& x, sp::tensor<float, sp::axis<"F", 96>, D> const& w) {
  // mistake
  auto y = blas_matmul(x, w);
  // corrected
  auto y = blas_matmul(x, sp::transpose<"F", "D">(w));
  // end
  (void)y;
}
