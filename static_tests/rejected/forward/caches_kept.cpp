// SPDX-License-Identifier: BSL-1.0
// The caches are passed as they are, and would be continued twice.
// expect: forward: [L]: caches are taken over; pass std::move(caches), or a copy
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::note_model;
using ids = sp::tensor<sp::index<model::V>, sp::axis<"L">>;
auto first(ids const& prompt, llm::model_weights<model> const& w) {
  auto caches = llm::empty_caches<model>(1, 16);
  // mistake
  auto step = llm::forward(prompt, w, caches);
  // corrected
  auto step = llm::forward(prompt, w, std::move(caches));
  // end
  return step.caches.size();
}
