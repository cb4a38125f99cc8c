// SPDX-License-Identifier: BSL-1.0
// Each head is cut: a rank would take the softmax of its share of each score.
// expect: scores_of: [B=1, H=4, L=6, Dk=4 of 8 over tp]: each rank has only its part of Dk=8; call all_gather<Dk> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 1>;
using H = sp::axis<"H", 4>;
using L = sp::axis<"L", 6>;
using S = sp::axis<"S", 6>;
// mistake
using Dk = sp::shard<sp::axis<"Dk", 8>, tp>;
// corrected
using Dk = sp::axis<"Dk", 8>;
// end
using keys = sp::tensor<float, B, H, S, Dk>;
auto step(sp::tensor<float, B, H, L, Dk> const& q, keys const& k, keys const& v) {
  return sp::nn::attend(q, k, v, sp::no_padding{});
}
