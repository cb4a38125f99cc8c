// SPDX-License-Identifier: BSL-1.0
// Keys of another element type than the cache.
// expect: append: [B=1, H=8, L=7, Dk=650] x [B=1, H=8, L=7, Dk=650]
// expect: the new elements have another type than those of the cache
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
auto step(cache_type cache, [[maybe_unused]] k_type const& k,
          [[maybe_unused]] sp::tensor<double, B,H,L,Dk> const& doubles) {
  // mistake
  auto all = nn::append(std::move(cache), doubles, doubles);
  // corrected
  auto all = nn::append(std::move(cache), k, k);
  // end
  return all.keys.size();
}
