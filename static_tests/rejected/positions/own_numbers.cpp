// SPDX-License-Identifier: BSL-1.0
// Positions from a number instead of from the cache.
// expect-gcc: is private within this context
// expect-clang: calling a private constructor of class
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
auto step([[maybe_unused]] cache_type const& cache, [[maybe_unused]] k_type const& k) {
  // mistake
  auto at = nn::positions<L>(7);
  // corrected
  auto at = nn::positions_of(cache, k);
  // end
  return at;
}
