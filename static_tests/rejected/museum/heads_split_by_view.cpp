// SPDX-License-Identifier: BSL-1.0
// One view from rows of tokens straight to heads: the extents fit, the features do not.
// case: C04
// equal: "H", 4 => "H", 3
// expect: reshape: [B=2, L=3, (H Dk)=20]
// expect: to [B=2, H=4, L=3, Dk=5] is no sequence of splits and merges of neighbours
// expect: the factors are [B=2, L=3, H=4, Dk=5] and [B=2, H=4, L=3, Dk=5]
// expect: transpose or permute reorders
// expect-equal: reshape: [B=2, L=3, (H Dk)=15]
// expect-equal: to [B=2, H=3, L=3, Dk=5] is no sequence of splits and merges of neighbours
// expect-equal: the factors are [B=2, L=3, H=3, Dk=5] and [B=2, H=3, L=3, Dk=5]
// expect-equal: transpose or permute reorders
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 3>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 5>;
auto heads(sp::tensor<float, B, L, sp::fused<H, Dk>> const& x) {
  // mistake
  auto q = sp::reshape<B, H, L, Dk>(x);
  // corrected
  auto q = sp::transpose<"L", "H">(sp::split<"(H Dk)">(x));
  // end
  return q;
}
