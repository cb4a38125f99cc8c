// SPDX-License-Identifier: BSL-1.0
/// Prefill and a decode loop over a small model: one type for every step, the cache grows by one position.
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
#include <shapeproof/shapeproof.hpp>

#include <cstdio>
#include <utility>
#include <vector>

namespace sp = shapeproof;

struct small_model {
  using B = sp::axis<"B", 1>;
  using V = sp::axis<"V", 11>;
  using De = sp::axis<"De", 6>;
  using D = sp::axis<"D", 8>;
  using H = sp::axis<"H", 2>;
  using Dk = sp::axis<"Dk", 4>;
  using F = sp::axis<"F", 32>;
  using Dl = sp::axis<"Dl", 5>;
  using facts = sp::llm::facts<sp::shape<D, H, Dk>, "D = H*Dk">;
};

int main() {
  sp::llm::model_weights<small_model> weights;
  weights.blocks.resize(2);
  sp::llm::fill_from_seed(weights, 1, [](auto const&, auto) {});

  auto prompt = sp::llm::token_ids<small_model::V>(std::vector<int>{3, 1, 4});
  auto state = sp::llm::prefill(prompt, weights, sp::llm::empty_caches<small_model>(2, 5));
  sp::llm::random_stream random;
  try {
    for (int step = 0; step < 3; ++step) {
      auto token = sp::llm::sample(state.logits, {.temperature = 0}, random)(0);
      std::printf("%zu positions cached\n", state.caches[0].length());
      state = sp::llm::decode(token, weights, std::move(state.caches));
    }
  } catch (sp::shape_error const& error) {
    std::printf("%s\n", error.what());  // before anything was computed
  }
}

// Output:
// 3 positions cached
// 4 positions cached
// 5 positions cached
// append: [B=1, H=2, S=5, Dk=4] and 1 more positions: the capacity is 5 positions
