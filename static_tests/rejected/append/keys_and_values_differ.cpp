// SPDX-License-Identifier: BSL-1.0
// Values of another step than the keys.
// expect: append: [B=1, H=8, S=past, Dk=650] x [B=1, H=8, L=7, Dk=650] x [B=1, H=8, L=1, Dk=650]
// expect: new keys and values have the axes of the cache in its order
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
auto step(cache_type cache, k_type const& k, [[maybe_unused]] k_type const& v,
          [[maybe_unused]] sp::tensor<float, B,H,sp::axis<"L", 1>,Dk> const& before) {
  // mistake
  auto all = nn::append(std::move(cache), k, before);
  // corrected
  auto all = nn::append(std::move(cache), k, v);
  // end
  return all.keys.size();
}
