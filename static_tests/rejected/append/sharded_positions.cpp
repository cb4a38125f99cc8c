// SPDX-License-Identifier: BSL-1.0
// The capacity of a cache is cut over the ranks.
// expect: append: [B=1, H=4, S=8 of 16 over tp, Dk=3] x [B=1, H=4, L=7, Dk=3] x [B=1, H=4, L=7, Dk=3]: a cache has all positions of its heads; S=8 of 16 over tp is cut over ranks; shard H instead
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 4>;
using S = sp::axis<"S", 16>;
using Dk = sp::axis<"Dk", 3>;
using keys = sp::tensor<float, B, H, sp::axis<"L", 7>, Dk>;
using whole = sp::nn::kv_cache<sp::tensor<float, B, H, S, Dk>>;
using cut = sp::nn::kv_cache<sp::tensor<float, B, H, sp::shard<S, tp>, Dk>>;
auto step([[maybe_unused]] cut&& c, [[maybe_unused]] whole&& w, keys const& k) {
  // mistake
  auto all = sp::nn::append(std::move(c), k, k);
  // corrected
  auto all = sp::nn::append(std::move(w), k, k);
  // end
  return all.keys;
}
