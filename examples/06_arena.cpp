// SPDX-License-Identifier: BSL-1.0
/// Decoding without asking the system for memory: the compiler works out how much the activations take.
#include <shapeproof/llm/activation_memory.hpp>
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
  weights.blocks.resize(4);
  sp::llm::fill_from_seed(weights, 1, [](auto const&, auto) {});
  auto prompt = sp::llm::token_ids<small_model::V>(std::vector<int>{3, 1, 4});
  auto caches = sp::llm::empty_caches<small_model>(4, 40);

  sp::arena memory(sp::llm::activation_bytes(weights, prompt.size()));
  sp::arena::scope const within(memory);
  auto state = sp::llm::prefill(prompt, weights, std::move(caches));
  sp::llm::random_stream random;
  for (int step = 0; step < 37; ++step)
    state = sp::llm::decode(sp::llm::sample(state.logits, {}, random)(0), weights, std::move(state.caches));
  std::printf("%zu positions in %zu bytes, %zu of them used\n", state.caches[0].length(), memory.size(), memory.peak());
  std::printf("%zu tensors found no room\n", memory.refused());
}

// Output:
// 40 positions in 1024 bytes, 1024 of them used
// 0 tensors found no room
