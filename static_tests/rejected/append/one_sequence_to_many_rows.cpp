// SPDX-License-Identifier: BSL-1.0
// The keys of one sequence, appended to the caches of a whole batch.
// expect: append: [B, H=8, S=past, Dk=64] x [B=1, H=8, L=1, Dk=64]
// expect: new keys and values have the axes of the cache in its order, with L in the place of S
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 64>;
using pool = nn::cache_pool<H, Dk>;
using one_key = sp::tensor<float, sp::axis<"B", 1>, H, sp::axis<"L", 1>, Dk>;
auto step([[maybe_unused]] pool::row_caches all, [[maybe_unused]] pool::slot_cache own, one_key const& k) {
  // mistake
  auto y = nn::append(std::move(all), k, k);
  // corrected
  auto y = nn::append(std::move(own), k, k);
  // end
  return y.keys.size();
}
