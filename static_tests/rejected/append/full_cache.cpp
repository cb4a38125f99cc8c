// SPDX-License-Identifier: BSL-1.0
// One position more than a static cache has room for.
// expect: append: [B=1, H=8, S=10, Dk=650] x [B=1, H=8, L=1, Dk=650] x [B=1, H=8, L=1, Dk=650]
// expect: needs 11 positions, the capacity is 10
#include <shapeproof/shapeproof.hpp>
#include <utility>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 8>;
using L = sp::axis<"L", 1>;
using Dk = sp::axis<"Dk", 650>;
using k_type = sp::tensor<float, B,H,L,Dk>;
template <sp::extent Filled>
using cache_of = nn::kv_cache<sp::tensor<float, B,H,sp::axis<"S", 10>,Dk>, sp::axis<"S", Filled>>;
auto step([[maybe_unused]] cache_of<10> full, [[maybe_unused]] cache_of<9> cache, k_type const& k) {
  // mistake
  auto [keys, values, next] = nn::append(std::move(full), k, k);
  // corrected
  auto [keys, values, next] = nn::append(std::move(cache), k, k);
  // end
  static_cast<void>(keys + values);
  return nn::commit(std::move(next));
}
