// SPDX-License-Identifier: BSL-1.0
// Each extent fits into the index, the number of elements does not.
// expect: to_mdspan: [D=200, F=200]: 40000 is too large for the integers asked for
#include <shapeproof/interop/mdspan.hpp>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using D = sp::axis<"D", 200>;
using F = sp::axis<"F", 200>;
void f(sp::tensor<float, D, F> const& x) {
  // mistake
  auto m = sp::to_mdspan<short>(x);
  // corrected
  auto m = sp::to_mdspan<int>(x);
  // end
  (void)m;
}
