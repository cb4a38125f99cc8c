// SPDX-License-Identifier: BSL-1.0
// The copy would be keys without the mark: short rows see what others left behind their ends.
// expect: contiguous: [B, H=8, S=past+1, Dk=64]: each row has a length of its own, behind which its elements mean nothing; only attend takes them, with the padding() of their cache
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 64>;
using pool = nn::cache_pool<H, Dk>;
using step_type = sp::tensor<float, sp::axis<"B">, H, sp::axis<"L", 1>, Dk>;
auto attended(pool::row_caches before, step_type const& q, step_type const& k) {
  auto const [keys, values, cache] = nn::append(std::move(before), k, k);
  // mistake
  auto y = nn::attend(q, sp::contiguous(keys), values, cache.padding());
  // corrected
  auto y = nn::attend(q, keys, values, cache.padding());
  // end
  return y.size();
}
