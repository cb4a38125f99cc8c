// SPDX-License-Identifier: BSL-1.0
// The logits are a sum that is still to be reduced.
// expect: sample: [B=3, V=24] partial over tp: a sum over tp is still to be reduced; call all_reduce<tp> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 3>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 24>;
using V_part = sp::shard<V, tp>;
using D = sp::axis<"D", 12>;
auto step(sp::partial<tp, sp::tensor<float, B, L, V>> const& logits, sp::llm::random_stream& random) {
  // mistake
  auto y = sp::llm::sample(sp::last<"L">(logits), {}, random);
  // corrected
  auto y = sp::llm::sample(sp::all_reduce<"tp">(sp::last<"L">(logits)), {}, random);
  // end
  return y;
}
