// SPDX-License-Identifier: BSL-1.0
// The past is read off after the write, so that it counts the token that is being processed.
// case: C19
// expect: length: [B=2, H=4, S=L+past, Dk=10]
// expect: the cache is in the middle of a step, in which every layer begins at one length; commit it first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace nn = sp::nn;
using B = sp::axis<"B", 2>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L">;
using Dk = sp::axis<"Dk", 10>;
using storage = sp::tensor<float, B, H, sp::axis<"S", "capacity">, Dk>;
using cache = nn::kv_cache<storage, sp::axis<"S", "past">>;
using heads = sp::tensor<float, B, H, L, Dk>;

auto past_of_step(cache filled, heads const& k, heads const& v) {
  // mistake
  auto [keys, values, next] = nn::append(std::move(filled), k, v);
  auto past = next.length();
  // corrected
  auto past = filled.length();
  auto [keys, values, next] = nn::append(std::move(filled), k, v);
  // end
  return past;
}
