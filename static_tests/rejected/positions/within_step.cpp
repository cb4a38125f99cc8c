// SPDX-License-Identifier: BSL-1.0
// Positions taken from a cache that has appended already: the step would be shifted by its own length.
// expect: positions_of: [B=1, H=8, S=past+7, Dk=650]: the cache is in the middle of a step
// expect: in which every layer begins at one length; commit it first
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
using k_type = sp::tensor<float, B,H,L,Dk>;
using storage = sp::tensor<float, B,H,sp::axis<"S", "capacity">,Dk>;
using cache_type = nn::kv_cache<storage, sp::axis<"S", "past">>;
auto step(cache_type cache, k_type const& k) {
  // mistake
  auto next = nn::append(std::move(cache), k, k).cache;
  auto at = nn::positions_of(next, k);
  // corrected
  auto at = nn::positions_of(cache, k);
  auto next = nn::append(std::move(cache), k, k).cache;
  // end
  static_cast<void>(at);
  return nn::commit(std::move(next));
}
