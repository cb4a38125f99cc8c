// SPDX-License-Identifier: BSL-1.0
// Rows padded on the left share one vector of positions; only the longest is right.
// case: C56
// equal: "B", 2 => "B", 3
// expect: positions: [B=2, L=3]
// expect: each row is padded by a number of its own, so positions need its axis too
// expect-equal: positions: [B=3, L=3]
// expect-equal: each row is padded by a number of its own, so positions need its axis too
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 3>;
using head = nn::interleaved<sp::axis<"R", 5>>;
using storage = sp::tensor<float, B, H, sp::axis<"S", 64>, head>;
using padded_cache = nn::kv_cache<storage, sp::axis<"S", "past">, nn::between_steps, sp::left_padded<B>>;
auto rotated(sp::tensor<float, B, H, L, head> const& q, padded_cache const& cache) {
  // mistake
  nn::positions<L> at = nn::positions_of(cache, q);
  // corrected
  nn::positions<B, L> at = nn::positions_of(cache, q);
  // end
  return nn::rope<"L", "(R C)">(q, at);
}
