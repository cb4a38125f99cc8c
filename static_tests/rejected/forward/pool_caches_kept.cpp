// SPDX-License-Identifier: BSL-1.0
// Caches in the memory of a pool are passed as they are.
// expect: forward: [L]: caches are taken over; pass std::move(caches): those of a pool have no copy
#include <shapeproof/shapeproof.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::note_model;
using pools = llm::cache_pools<model>;
using ids = sp::tensor<sp::index<model::V>, sp::axis<"L">>;
auto first(ids const& prompt, llm::model_weights<model> const& w, pools& all) {
  auto caches = all.slot(sp::index<pools::Slot>(0, 1));
  // mistake
  auto step = llm::forward(prompt, w, caches);
  // corrected
  auto step = llm::forward(prompt, w, std::move(caches));
  // end
  return step.caches.size();
}
