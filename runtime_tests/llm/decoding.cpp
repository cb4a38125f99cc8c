// SPDX-License-Identifier: BSL-1.0
/// Whole generations: greedy, top-k of 1 and a temperature near 0 write the same text; a seed repeats it.
#include <shapeproof/llm/sample.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace llm = shapeproof::llm;

namespace {

template <class Model, class Weights>
std::vector<int> generated(Weights const& w, llm::sampling const& options, std::uint64_t seed, std::size_t count) {
  llm::random_stream random{.seed = seed};
  auto const prompt = small::ids<Model>(small::tokens<Model>(4));
  auto state = llm::prefill(prompt, w, llm::empty_caches<Model>(w.blocks.size(), 4 + count));
  std::vector<int> result;
  while (result.size() < count) {
    auto const token = llm::sample(state.logits, options, random)(0);
    result.push_back(static_cast<int>(token.value()));
    if (result.size() < count) state = llm::decode(token, w, std::move(state.caches));
  }
  return result;
}

/// The same by plain loops: all positions again for each token, the largest logit.
template <class Model, class Weights>
std::vector<int> expected(Weights const& w, std::size_t count) {
  auto all = small::tokens<Model>(4);
  while (all.size() < 4 + count) {
    auto const logits = reference::logits(all, w, Model::heads);
    all.push_back(static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
  }
  return {all.begin() + 4, all.end()};
}

}  // namespace

TEST_CASE_TEMPLATE("greedy decoding is top-k of 1, is a temperature near 0, is the largest logit", model,
                   small::distinct, small::square, small::many_heads) {
  auto const w = small::weights<model>(2);
  auto const greedy = generated<model>(w, {.temperature = 0}, 1, 12);
  CHECK(greedy == expected<model>(w, 12));
  CHECK(generated<model>(w, {.top_k = 1}, 2, 12) == greedy);
  CHECK(generated<model>(w, {.temperature = 1e-4F}, 3, 12) == greedy);
  CHECK(generated<model>(w, {.top_p = 1e-9F}, 4, 12) == greedy);
}

TEST_CASE("a seed repeats a generation, another one does not") {
  auto const w = small::weights<small::distinct>(2);
  auto const one = generated<small::distinct>(w, {}, 1, 12);
  CHECK(generated<small::distinct>(w, {}, 1, 12) == one);
  CHECK(generated<small::distinct>(w, {}, 2, 12) != one);
}
