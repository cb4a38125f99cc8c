// SPDX-License-Identifier: BSL-1.0
// Only the values are said to have rows of their own lengths.
// expect: attend: [B, H=8, L=1, Dk=64] x [B, H=8, S=past+1, Dk=64]
// expect: each row of these keys has a length of its own; pass the padding() of their cache
#include <shapeproof/nn/append.hpp>
#include <shapeproof/nn/attend.hpp>
#include <shapeproof/nn/cache_pool.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using H = sp::axis<"H", 8>;
using Dk = sp::axis<"Dk", 64>;
using pool = nn::cache_pool<H, Dk>;
using step_type = sp::tensor<float, sp::axis<"B">, H, sp::axis<"L", 1>, Dk>;
using keys_type = sp::tensor<float, sp::axis<"B">, H, sp::axis<"S", "past+1">, Dk>;
auto attended(pool::row_caches before, step_type const& q, step_type const& k, keys_type const& plain_keys) {
  auto const [keys, values, cache] = nn::append(std::move(before), k, k);
  // mistake
  auto y = nn::attend(q, plain_keys, values, sp::no_padding{});
  // corrected
  auto y = nn::attend(q, plain_keys, values, cache.padding());
  // end
  return y.size();
}
