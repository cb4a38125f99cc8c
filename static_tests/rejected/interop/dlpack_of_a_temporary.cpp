// SPDX-License-Identifier: BSL-1.0
// A tensor is lent that ends with the expression.
// expect: lend_dlpack: [L, D=4]
// expect: the tensor ends before what would see its elements; keep it in a variable
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/dlpack.hpp>
namespace sp = shapeproof;
#include <utility>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(sp::tensor<float, L, D> const& x) {
// mistake
  auto lent = sp::lend_dlpack(x + x);
// corrected
  auto twice = x + x;
  auto lent = sp::lend_dlpack(twice);
// end
  (void)lent;
}
