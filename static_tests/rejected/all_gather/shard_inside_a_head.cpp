// SPDX-License-Identifier: BSL-1.0
// Each head is cut: a rank's part is not in one piece.
// expect: all_gather: [L=7, (H Dk)=8 of 16 over tp]: a rank's part of (H Dk)=8 of 16 over tp is not in one piece; split first and gather the factor
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 4>;
using Dk = sp::shard<sp::axis<"Dk", 4>, tp>;
auto step(sp::tensor<float, L, sp::fused<H, Dk>> const& x) {
  // mistake
  auto y = sp::all_gather<"(H Dk)">(x);
  // corrected
  auto y = sp::all_gather<"Dk">(sp::split<"(H Dk)">(x));
  // end
  return y;
}
