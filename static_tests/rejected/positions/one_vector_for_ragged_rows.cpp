// SPDX-License-Identifier: BSL-1.0
// Sequences of different lengths decode together with one vector of positions; only the longest is right.
// equal: "B", 4 => "B", 1
// expect: positions: [B=4, L=1]
// expect: each row has a length of its own, so positions need its axis too
// expect-equal: positions: [B=1, L=1]
// expect-equal: each row has a length of its own, so positions need its axis too
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 4>;
using H = sp::axis<"H", 2>;
using L = sp::axis<"L", 1>;
using head = nn::interleaved<sp::axis<"R", 5>>;
using storage = sp::tensor<float, B, H, sp::axis<"S", 64>, head>;
using ragged_cache = nn::kv_cache<storage, sp::axis<"S", "past">, nn::between_steps, sp::ragged<B>>;
auto rotated(sp::tensor<float, B, H, L, head> const& q, ragged_cache const& cache) {
  // mistake
  nn::positions<L> at = nn::positions_of(cache, q);
  // corrected
  auto at = nn::positions_of(cache, q);
  // end
  return nn::rope<"L", "(R C)">(q, at);
}
