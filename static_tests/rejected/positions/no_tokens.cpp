// SPDX-License-Identifier: BSL-1.0
// Positions of a tensor that has no tokens.
// expect: positions_of: [B=1, H=8]: there is no axis L
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 7>;
using Dk = sp::axis<"Dk", 650>;
using k_type = sp::tensor<float, B,H,L,Dk>;
using storage = sp::tensor<float, B,H,sp::axis<"S", "capacity">,Dk>;
using cache_type = nn::kv_cache<storage, sp::axis<"S", "past">>;
auto step(cache_type const& cache, [[maybe_unused]] k_type const& k,
          [[maybe_unused]] sp::tensor<float, B,H> const& heads) {
  // mistake
  auto at = nn::positions_of(cache, heads);
  // corrected
  auto at = nn::positions_of(cache, k);
  // end
  return at;
}
