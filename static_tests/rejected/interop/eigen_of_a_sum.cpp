// SPDX-License-Identifier: BSL-1.0
// Eigen knows no sums over ranks: its matrix would look whole.
// expect: to_eigen: [L, D=12] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/eigen.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 12>;
using sum = sp::partial<tp, sp::tensor<float, L, D>>;
void f(sum const& x) {
// mistake
  auto m = sp::to_eigen(x);
// corrected
  auto y = sp::all_reduce<"tp">(x);
  auto m = sp::to_eigen(y);
// end
  (void)m;
}
