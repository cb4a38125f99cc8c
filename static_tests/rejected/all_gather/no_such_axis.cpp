// SPDX-License-Identifier: BSL-1.0
// The axis is a factor of another one.
// expect: all_gather: [L=7, (H Dk)=6 of 12 over tp]: there is no axis H; it is a factor of (H Dk), call split first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 4>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 3>;
using H_part = sp::shard<H, tp>;
auto step(sp::tensor<float, L, sp::fused<H_part, Dk>> const& x) {
  // mistake
  auto y = sp::all_gather<"H">(x);
  // corrected
  auto y = sp::all_gather<"(H Dk)">(x);
  // end
  return y;
}
