// SPDX-License-Identifier: BSL-1.0
// A step that is ended twice.
// expect: commit: [B=1, H=8, S=past+7, Dk=650]: this layer has appended nothing in this step
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
  auto ended = nn::commit(nn::append(std::move(cache), k, k).cache);
  // mistake
  auto again = nn::commit(std::move(ended));
  // corrected
  auto again = std::move(ended);
  // end
  return again.length();
}
