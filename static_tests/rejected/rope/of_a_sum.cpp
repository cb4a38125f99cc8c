// SPDX-License-Identifier: BSL-1.0
// A rotation is linear, but positions and sums do not meet in it: it is refused as what is not.
// expect: rope: [B=2, L=7, (R C)=8] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 2>;
using L = sp::axis<"L", 7>;
using Dk = sp::nn::interleaved<sp::axis<"R", 4>>;
using cache = sp::nn::kv_cache<sp::tensor<float, B, sp::axis<"H", 4>, sp::axis<"S", "capacity">, Dk>>;
auto step(cache const& filled, sp::partial<tp, sp::tensor<float, B, L, Dk>> const& x) {
  // mistake
  auto y = sp::nn::rope<"L", "(R C)">(x, sp::nn::positions_of(filled, x));
  // corrected
  auto y = sp::nn::rope<"L", "(R C)">(sp::all_reduce<"tp">(x), sp::nn::positions_of(filled, x));
  // end
  return y;
}
