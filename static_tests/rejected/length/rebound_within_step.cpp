// SPDX-License-Identifier: BSL-1.0
// A loop that goes on without ending its step.
// expect: rebound: [B=1, H=8, S=past+7, Dk=650]: the cache is in the middle of a step
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
  auto y = nn::rebound<"past">(std::move(next));
  // corrected
  auto y = nn::rebound<"past">(nn::commit(std::move(next)));
  // end
  return y.length();
}
