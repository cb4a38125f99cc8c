// SPDX-License-Identifier: BSL-1.0
// The first position's logits are passed as the last one's.
// equal: "B", 2 => "B", 7
// expect: at_last: [B=2, V=5]: nothing says that it is the last position of L, which comes from last<L>
// expect-equal: at_last: [B=7, V=5]: nothing says that it is the last position of L, which comes from last<L>
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 5>;
void choose(sp::at_last<"L", sp::view<float const, B, V>> const& logits);
void step(sp::tensor<float, B, L, V> const& logits) {
  // mistake
  choose(sp::contiguous(sp::select<"L">(logits, 0)));
  // corrected
  choose(sp::contiguous(sp::last<"L">(logits)));
  // end
}
