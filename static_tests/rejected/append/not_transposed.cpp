// SPDX-License-Identifier: BSL-1.0
// Keys whose positions come before their heads.
// equal: "L", 7 => "L", 8
// expect: append: [B=1, H=8, S=past, Dk=650] x [B=1, L=7, H=8, Dk=650] x [B=1, L=7, H=8, Dk=650]
// expect: new keys and values have the axes of the cache in its order, with L in the place of S
// expect-equal: append: [B=1, H=8, S=past, Dk=650] x [B=1, L=8, H=8, Dk=650] x [B=1, L=8, H=8, Dk=650]
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
using k_type = sp::tensor<float, B,L,H,Dk>;
using storage = sp::tensor<float, B,H,sp::axis<"S", "capacity">,Dk>;
using cache_type = nn::kv_cache<storage, sp::axis<"S", "past">>;
auto step(cache_type cache, k_type const& k) {
  // mistake
  auto all = nn::append(std::move(cache), k, k);
  // corrected
  auto heads_first = sp::move_axis<"L", -2>(k);
  auto all = nn::append(std::move(cache), heads_first, heads_first);
  // end
  return all.keys.size();
}
