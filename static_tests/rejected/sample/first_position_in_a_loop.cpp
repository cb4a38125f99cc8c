// SPDX-License-Identifier: BSL-1.0
// The loop goes on with what was refused: one error, where the wrong position was picked.
// expect: sample: [B=1, V=6000]: only the last position can be sampled, and it comes from last<L> or last_of_each
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::note_model;
using all_logits = sp::tensor<float, model::B, sp::axis<"L">, model::V>;
using caches = llm::changing_stack<llm::layer_cache<model, "past", "capacity">>;
auto next(all_logits const& logits, llm::model_weights<model> const& w, caches&& filled, llm::random_stream& random) {
  // mistake
  auto token = llm::sample(sp::select<"L">(logits, 0), {}, random);
  // corrected
  auto token = llm::sample(sp::last<"L">(logits), {}, random);
  // end
  auto const number = token(0).value();
  auto step = llm::decode(token(0), w, std::move(filled));
  return number + llm::sample(step.logits, {}, random)(0).value();
}
