// SPDX-License-Identifier: BSL-1.0
// The same step is written twice into one cache, and leaves positions that no token has.
// case: C19
// expect: append: [B=2, H=4, S=L+past, Dk=10] x [B=2, H=4, L, Dk=10] x [B=2, H=4, L, Dk=10]
// expect: this layer has appended in this step already; commit it first
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

auto after_step(cache filled, heads const& k, heads const& v) {
  auto [keys, values, next] = nn::append(std::move(filled), k, v);
  // mistake
  auto [more_keys, more_values, after] = nn::append(std::move(next), k, v);
  // corrected
  auto after = nn::commit(std::move(next));
  // end
  return after;
}
