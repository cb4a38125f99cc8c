// SPDX-License-Identifier: BSL-1.0
// DLPack cannot promise to leave elements alone.
// expect: lend_dlpack: [L, D=4]
// expect: DLPack's elements can be written; these are const
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/dlpack.hpp>
namespace sp = shapeproof;
#include <utility>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(sp::tensor<float, L, D> const& x, sp::tensor<float, L, D>& y) {
// mistake
  auto lent = sp::lend_dlpack(x);
// corrected
  auto lent = sp::lend_dlpack(y);
// end
  (void)x, (void)y, (void)lent;
}
