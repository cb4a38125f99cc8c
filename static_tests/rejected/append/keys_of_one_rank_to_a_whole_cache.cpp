// SPDX-License-Identifier: BSL-1.0
// The cache has all heads, the keys are those of one rank.
// expect: append: [B=2, H=4, S=past, Dk=6] x [B=2, H=2 of 4 over tp, L, Dk=6] x [B=2, H=2 of 4 over tp, L, Dk=6]
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using H_part = sp::shard<H, tp>;
using L = sp::axis<"L">;
using Dk = sp::axis<"Dk", 6>;
template <class Heads>
using cache = sp::nn::kv_cache<sp::tensor<float, B, Heads, sp::axis<"S", "capacity">, Dk>, sp::axis<"S", "past">>;
auto step([[maybe_unused]] cache<H> all, [[maybe_unused]] cache<H_part> own, sp::tensor<float, B, H_part, L, Dk> const& k) {
  // mistake
  auto y = sp::nn::append(std::move(all), k, k);
  // corrected
  auto y = sp::nn::append(std::move(own), k, k);
  // end
  return y;
}
