// SPDX-License-Identifier: BSL-1.0
// A cache keeps sums that are still to be reduced.
// expect: append: [B=1, H=4, S=16, Dk=3] partial over tp x [B=1, H=4, L=7, Dk=3] x [B=1, H=4, L=7, Dk=3]: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 4>;
using S = sp::axis<"S", 16>;
using Dk = sp::axis<"Dk", 3>;
using keys = sp::tensor<float, B, H, sp::axis<"L", 7>, Dk>;
using memory = sp::tensor<float, B, H, S, Dk>;
using whole = sp::nn::kv_cache<memory>;
using sums = sp::nn::kv_cache<sp::partial<tp, memory>>;
auto step([[maybe_unused]] sums&& c, [[maybe_unused]] whole&& w, keys const& k) {
  // mistake
  auto all = sp::nn::append(std::move(c), k, k);
  // corrected
  auto all = sp::nn::append(std::move(w), k, k);
  // end
  return all.keys;
}
