// SPDX-License-Identifier: BSL-1.0
// Two layers that share a cache: the second would see the positions that the first appended.
// expect: positions_of: [B=1, H=8, S=past+7, Dk=650]: the cache is in the middle of a step
// expect: in which every layer begins at one length; commit it first
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using L = sp::axis<"L", 7>;
using D = sp::axis<"D", 5200>;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 650>;
using heads = sp::fused<H, Dk>;
using storage = sp::tensor<float, B,H,sp::axis<"S", "capacity">,Dk>;
using cache_type = nn::kv_cache<storage, sp::axis<"S", "past">>;
struct weights {
  sp::tensor<float, D,heads> query, key, value;
  sp::tensor<float, heads,D> output;
};
auto step(cache_type cache, [[maybe_unused]] cache_type second, sp::tensor<float, B,L,D> const& x, weights const& w) {
  auto [y, next] = nn::attention(x, w, std::move(cache));
  // mistake
  auto [z, last] = nn::attention(y, w, std::move(next));
  // corrected
  auto [z, last] = nn::attention(y, w, std::move(second));
  // end
  static_cast<void>(x + z);
  return nn::commit(std::move(last));
}
