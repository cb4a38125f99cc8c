// SPDX-License-Identifier: BSL-1.0
// Layer 0 has written its keys; layer 1 asks the same length for its positions.
// case: C57
// expect: positions_of: [B=2, H=4, S=L+past, Dk=10]
// expect: the cache is in the middle of a step, in which every layer begins at one length; commit it first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L">;
using Dk = sp::axis<"Dk", 10>;
using storage = sp::tensor<float, B, H, sp::axis<"S", "capacity">, Dk>;
using cache = nn::kv_cache<storage, sp::axis<"S", "past">>;
using heads = sp::tensor<float, B, H, L, Dk>;

auto positions(cache filled, heads const& k, heads const& v) {
  // mistake
  auto [keys, values, next] = nn::append(std::move(filled), k, v);  // layer 0
  auto at = nn::positions_of(next, k);                              // layer 1
  // corrected
  auto at = nn::positions_of(filled, k);  // once, for every layer of the step
  auto [keys, values, next] = nn::append(std::move(filled), k, v);
  // end
  return at;
}
