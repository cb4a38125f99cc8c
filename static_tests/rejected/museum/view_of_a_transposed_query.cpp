// SPDX-License-Identifier: BSL-1.0
// A transposed query is flattened as if its memory had moved with its axes.
// case: C09
// equal: "H", 4 => "H", 3
// expect: merge: [B=2, H=4, L=3, Dk=5]
// expect: the memory order is B, L, H, Dk; call contiguous() first, which copies
// expect-equal: merge: [B=2, H=3, L=3, Dk=5]
// expect-equal: the memory order is B, L, H, Dk; call contiguous() first, which copies
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 5>;
auto flat(sp::tensor<float, B, L, H, Dk> const& x) {
  auto q = sp::transpose<"L", "H">(x);  // [B, H, L, Dk]
  // mistake
  auto rows = sp::merge<"H", "L">(q);
  // corrected
  auto rows = sp::merge<"H", "L">(sp::contiguous(q));
  // end
  return rows;
}
