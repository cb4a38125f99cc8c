// SPDX-License-Identifier: BSL-1.0
// Heads are merged although the positions still stand between them and their features.
// case: C05
// equal: "H", 4 => "H", 3
// expect: merge: [B=2, H=4, L=3, Dk=5]
// expect: H and Dk are not neighbours, L lies between; transpose them together first
// expect-equal: merge: [B=2, H=3, L=3, Dk=5]
// expect-equal: H and Dk are not neighbours, L lies between; transpose them together first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 5>;
auto merged(sp::tensor<float, B, H, L, Dk> const& values) {
  // mistake
  auto x = sp::merge<"H", "Dk">(values);
  // corrected
  auto x = sp::merge<"H", "Dk">(sp::contiguous(sp::transpose<"H", "L">(values)));
  // end
  return x;
}
