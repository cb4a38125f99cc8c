// SPDX-License-Identifier: BSL-1.0
// The shape cuts each head, and a view has whole heads of a rank.
// expect: own_part: [L=6, (H Dk)=32]: a rank's part of (H Dk)=16 of 32 over tp is not in one piece, so no view has it; cut its first factor, or split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 6>;
using H = sp::axis<"H", 4>;
using Dk = sp::axis<"Dk", 8>;
auto step(sp::tensor<float, L, sp::fused<H, Dk>> const& x) {
  // mistake
  auto y = sp::own_part<sp::shape<L, sp::fused<H, sp::shard<Dk, tp>>>>(x);
  // corrected
  auto y = sp::scatter<"Dk", tp>(sp::split<"(H Dk)">(x));
  // end
  return y;
}
