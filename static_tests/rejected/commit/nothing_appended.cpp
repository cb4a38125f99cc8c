// SPDX-License-Identifier: BSL-1.0
// A layer that was left out of the step.
// expect: commit: [B=1, H=8, S=past, Dk=650]: this layer has appended nothing in this step
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
auto step(cache_type cache, [[maybe_unused]] k_type const& k) {
  // mistake
  auto ended = nn::commit(std::move(cache));
  // corrected
  auto ended = nn::commit(nn::append(std::move(cache), k, k).cache);
  // end
  return nn::rebound<"past">(std::move(ended));
}
