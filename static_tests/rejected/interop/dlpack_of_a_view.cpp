// SPDX-License-Identifier: BSL-1.0
// A view's elements belong to somebody else.
// expect: to_dlpack: [L, D=4]
// expect: its elements are given away: std::move a tensor that owns them; or lend_dlpack
#include <shapeproof/shapeproof.hpp>
#include <shapeproof/interop/dlpack.hpp>
namespace sp = shapeproof;
#include <utility>
using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;
void f(sp::tensor<float, L, D>& x) {
// mistake
  auto given = sp::to_dlpack(x);
// corrected
  auto given = sp::to_dlpack(std::move(x));
// end
  (void)given;
}
