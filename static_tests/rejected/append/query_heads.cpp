// SPDX-License-Identifier: BSL-1.0
// Keys repeated for every query head, in a cache of the key heads.
// equal: "G", 4 => "G", 1
// expect: append: [B=1, Hkv=2, S=past, Dk=650] x [B=1, Hkv=2, G=4, L=7, Dk=650]
// expect: new keys and values have the axes of the cache in its order, with L in the place of S
// expect-equal: append: [B=1, Hkv=2, S=past, Dk=650] x [B=1, Hkv=2, G=1, L=7, Dk=650]
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using Hkv = sp::axis<"Hkv", 2>;
using G = sp::axis<"G", 4>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
using repeated = sp::tensor<float, B,Hkv,G,L,Dk>;
using storage = sp::tensor<float, B,Hkv,sp::axis<"S", "capacity">,Dk>;
using cache_type = nn::kv_cache<storage, sp::axis<"S", "past">>;
auto step(cache_type cache, [[maybe_unused]] repeated const& all,
          [[maybe_unused]] sp::tensor<float, B,Hkv,L,Dk> const& k) {
  // mistake
  auto y = nn::append(std::move(cache), all, all);
  // corrected
  auto y = nn::append(std::move(cache), k, k);
  // end
  return y.keys.size();
}
