// SPDX-License-Identifier: BSL-1.0
// The refused cache goes through the rest of its step without another error.
// expect: append: [B=1, H=8, S=past+7, Dk=650] x [B=1, H=8, L=7, Dk=650] x [B=1, H=8, L=7, Dk=650]
// expect: this layer has appended in this step already; commit it first
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
  auto once = nn::append(std::move(cache), k, k);
  // mistake
  auto [keys, values, next] = nn::append(std::move(once.cache), k, k);
  // corrected
  auto [keys, values, next] = nn::append(nn::commit(std::move(once.cache)), k, k);
  // end
  static_cast<void>(keys + values);
  return nn::rebound<"past">(nn::commit(std::move(next)));
}
