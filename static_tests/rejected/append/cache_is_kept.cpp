// SPDX-License-Identifier: BSL-1.0
// A cache that its caller keeps: the step would leave it with positions that do not count.
// expect-gcc: use of deleted function
// expect-clang: call to deleted function 'append'
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
auto step(cache_type cache, k_type const& k) {
  // mistake
  auto [keys, values, next] = nn::append(cache, k, k);
  // corrected
  auto [keys, values, next] = nn::append(std::move(cache), k, k);
  // end
  static_cast<void>(keys + values);
  return nn::rebound<"past">(nn::commit(std::move(next)));
}
