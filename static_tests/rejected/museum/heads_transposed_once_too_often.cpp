// SPDX-License-Identifier: BSL-1.0
// The kernel returned heads in place already; the caller transposes once more.
// case: C07
// equal: "Dk", 3 => "Dk", 2
// expect: merge: [N=5, Dk=3, H=2]
// expect: H and Dk stand in the other order; merge them as they stand, or transpose
// expect-equal: merge: [N=5, Dk=2, H=2]
// expect-equal: H and Dk stand in the other order; merge them as they stand, or transpose
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using N = sp::axis<"N", 5>;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 3>;
auto merged(sp::tensor<float, N, H, Dk> const& out) {
  // mistake
  auto x = sp::merge<"H", "Dk">(sp::transpose<"H", "Dk">(out));
  // corrected
  auto x = sp::merge<"H", "Dk">(out);
  // end
  return x;
}
