// SPDX-License-Identifier: BSL-1.0
// Positions are cut over the ranks, and each rank counts its own from the cache.
// expect: positions_of: [B=2, L=4 of 8 over tp, D=12]: each rank has only its part of L=8; call all_gather<L> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 2>;
using L = sp::shard<sp::axis<"L", 8>, tp>;
using D = sp::axis<"D", 12>;
using cache = sp::nn::kv_cache<sp::tensor<float, B, sp::axis<"H", 4>, sp::axis<"S", "capacity">, sp::axis<"Dk", 3>>>;
auto step(cache const& filled, sp::tensor<float, B, L, D> const& x) {
  // mistake
  auto y = sp::nn::positions_of(filled, x);
  // corrected
  auto y = sp::nn::positions_of(filled, sp::all_gather<"L">(x));
  // end
  return y;
}
