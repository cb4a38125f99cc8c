// SPDX-License-Identifier: BSL-1.0
// Keys that are a sum would be cached before they are reduced.
// expect: append: [B=2, H=4, S=capacity, Dk=6] x [B=2, H=4, L, Dk=6] partial over tp x [B=2, H=4, L, Dk=6] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
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
auto step(cache<H> all, sp::partial<tp, sp::tensor<float, B, H, L, Dk>> const& k) {
  // mistake
  auto y = sp::nn::append(std::move(all), k, k);
  // corrected
  auto whole = sp::all_reduce<"tp">(k);
  auto y = sp::nn::append(std::move(all), whole, whole);
  // end
  return y;
}
