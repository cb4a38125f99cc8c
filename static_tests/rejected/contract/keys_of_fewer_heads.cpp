// SPDX-License-Identifier: BSL-1.0
// Keys are cut by heads, queries are not.
// expect: contract: [H=4, L=7, Dk=3] x [H=2 of 4 over tp, S=9, Dk=3]: H=4 on the left meets H=2 of 4 over tp on the right; shards and whole axes do not meet: shard the other side too, or all_gather<H> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using L = sp::axis<"L", 7>;
using H = sp::axis<"H", 4>;
using S = sp::axis<"S", 9>;
using Dk = sp::axis<"Dk", 3>;
using H_part = sp::shard<H, tp>;
auto step([[maybe_unused]] sp::tensor<float, H, L, Dk> const& all, [[maybe_unused]] sp::tensor<float, H_part, L, Dk> const& q,
          sp::tensor<float, H_part, S, Dk> const& k) {
  // mistake
  auto y = sp::contract<"Dk">(all, k);
  // corrected
  auto y = sp::contract<"Dk">(q, k);
  // end
  return y;
}
