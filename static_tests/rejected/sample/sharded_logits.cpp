// SPDX-License-Identifier: BSL-1.0
// Each rank would pick a token of its own part of the vocabulary.
// expect: sample: [B=3, V=12 of 24 over tp]: each rank has only its part of V=24; call all_gather<V> first
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
using tp = sp::mesh<"tp", 2>;
using B = sp::axis<"B", 3>;
using L = sp::axis<"L", 7>;
using V = sp::axis<"V", 24>;
using V_part = sp::shard<V, tp>;
using D = sp::axis<"D", 12>;
auto step(sp::tensor<float, B, L, V_part> const& logits, sp::llm::random_stream& random) {
  // mistake
  auto y = sp::llm::sample(sp::last<"L">(logits), {}, random);
  // corrected
  auto y = sp::llm::sample(sp::all_gather<"V">(sp::last<"L">(logits)), {}, random);
  // end
  return y;
}
