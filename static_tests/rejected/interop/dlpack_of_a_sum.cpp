// SPDX-License-Identifier: BSL-1.0
// A framework is lent one rank's summand, which it takes for all.
// expect: lend_dlpack: [L, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/dlpack.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 12>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
void f(sum x) {
// mistake
  auto lent = sp::lend_dlpack(x);
// corrected
  auto y = sp::all_reduce<"tp">(std::move(x));
  auto lent = sp::lend_dlpack(y);
// end
  (void)lent;
}
