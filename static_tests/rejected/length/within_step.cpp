// SPDX-License-Identifier: BSL-1.0
// A length read in the middle of a step: later layers would see other positions than the first.
// expect: length: [B=1, H=8, S=past+7, Dk=650]: the cache is in the middle of a step
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
  auto [keys, values, next] = nn::append(std::move(cache), k, k);
  static_cast<void>(keys + values);
  // mistake
  auto y = next.length();
  // corrected
  auto y = nn::commit(std::move(next)).length();
  // end
  return y;
}
