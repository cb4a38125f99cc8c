// SPDX-License-Identifier: BSL-1.0
/// Prefill and decode against plain loops in doubles, and against each other: one algorithm over positions.
#include <shapeproof/llm/forward.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

/// The largest error of logits `[B=1, V]`.
template <class Logits>
double error(Logits const& found, reference::row const& expected) {
  return reference::error(reference::elements(found), expected);
}

template <class Model>
auto one(int token) {
  return sp::index<typename Model::V>(token);
}

constexpr std::size_t layers = 3;
constexpr double rounding = 2e-5;

}  // namespace

TEST_CASE_TEMPLATE("prefill is the note's model", model, small::distinct, small::square, small::many_heads) {
  auto const w = small::weights<model>(layers);
  for (std::size_t n : reference::sizes{1, 2, 4, 5, 6}) {
    auto const tokens = small::tokens<model>(n);
    auto const state = llm::prefill(small::ids<model>(tokens), w, llm::empty_caches<model>(layers, n));
    CHECK(error(state.logits, reference::logits(tokens, w, model::heads)) < rounding);
    for (auto const& cache : state.caches) CHECK(cache.length() == n);
  }
}

TEST_CASE_TEMPLATE("prefill of k tokens and decode of the others is prefill of all", model, small::distinct,
                   small::square, small::many_heads) {
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(6);
  for (std::size_t k = 1; k < 6; ++k) {
    auto state = llm::prefill(small::ids<model>(small::part(tokens, 0, k)), w, llm::empty_caches<model>(layers, 6));
    for (std::size_t i = k; i < 6; ++i) {
      state = llm::decode(one<model>(tokens[i]), w, std::move(state.caches));
      CHECK(error(state.logits, reference::logits(small::part(tokens, 0, i + 1), w, model::heads)) < rounding);
    }
    auto const all = llm::prefill(small::ids<model>(tokens), w, llm::empty_caches<model>(layers, 6));
    CHECK(error(state.logits, reference::elements(all.logits)) < rounding);
  }
}

TEST_CASE_TEMPLATE("prefill of k tokens and a chunk of the others is prefill of all", model, small::distinct,
                   small::square, small::many_heads) {
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(6);
  auto const expected = reference::logits(tokens, w, model::heads);
  for (std::size_t k = 1; k < 6; ++k) {
    auto state = llm::prefill(small::ids<model>(small::part(tokens, 0, k)), w, llm::empty_caches<model>(layers, 9));
    auto const chunk = small::ids<model>(small::part(tokens, k, 6));
    auto const end = llm::advance(chunk, w, std::move(state.caches));
    CHECK(error(end.logits, expected) < rounding);
    CHECK(end.caches[0].length() == 6);
  }
}

TEST_CASE("chunks of several lengths") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(9);
  auto state = llm::prefill(small::ids<model>(small::part(tokens, 0, 2)), w, llm::empty_caches<model>(layers, 9));
  std::size_t done = 2;
  for (std::size_t length : reference::sizes{3, 1, 2, 1}) {
    auto const chunk = small::ids<model>(small::part(tokens, done, done + length));
    state = llm::advance(chunk, w, std::move(state.caches));
    done += length;
    CHECK(error(state.logits, reference::logits(small::part(tokens, 0, done), w, 3)) < rounding);
  }
  CHECK(done == 9);
}

TEST_CASE("the caches of one prompt can be continued in two ways") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(4);
  auto const state = llm::prefill(small::ids<model>(tokens), w, llm::empty_caches<model>(layers, 6));
  for (int next : {0, 36, 17}) {
    auto copy = state.caches;
    auto const end = llm::decode(one<model>(next), w, std::move(copy));
    auto longer = tokens;
    longer.push_back(next);
    CHECK(error(end.logits, reference::logits(longer, w, 3)) < rounding);
  }
}

TEST_CASE("changing a token changes no bit of the hidden states before it") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(6);
  auto const run = [&](std::vector<int> const& numbers) {
    return llm::hidden_states(small::ids<model>(numbers), w, llm::empty_caches<model>(layers, 6)).output;
  };
  auto const before = run(tokens);
  auto const expected = reference::hidden(tokens, w, 3);
  for (std::size_t l = 0; l < 6; ++l) CHECK(reference::error(small::row_of(before, l), expected[l]) < rounding);
  for (std::size_t j = 0; j < 6; ++j) {
    auto changed = tokens;
    changed[j] = (changed[j] + 1) % 37;
    auto const after = run(changed);
    CHECK(std::memcmp(before.data(), after.data(), j * 10 * sizeof(float)) == 0);
    for (std::size_t l = j; l < 6; ++l) CHECK(small::row_of(before, l) != small::row_of(after, l));
  }
}

TEST_CASE("static lengths give the bits of symbolic ones: 4 tokens, then 1, then 1") {
  using model = small::distinct;
  using id = sp::index<model::V>;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(6);
  auto state = llm::prefill(small::ids<model>(small::part(tokens, 0, 4)), w, llm::empty_caches<model>(layers, 6));

  sp::tensor<id, sp::axis<"L", 4>> prompt;
  for (std::size_t i = 0; i < 4; ++i) prompt(i) = id(tokens[i]);
  auto first = llm::forward(prompt, w, std::vector<llm::layer_cache<model, 0, 6>>(layers));
  CHECK(reference::elements(first.logits) == reference::elements(state.logits));

  sp::tensor<id, sp::axis<"L", 1>> next;
  next(0) = id(tokens[4]);
  state = llm::decode(next(0), w, std::move(state.caches));
  auto second = llm::forward(next, w, std::move(first.caches));
  static_assert(std::is_same_v<decltype(second.caches), std::vector<llm::layer_cache<model, 5, 6>>>);
  CHECK(reference::elements(second.logits) == reference::elements(state.logits));

  next(0) = id(tokens[5]);
  state = llm::decode(next(0), w, std::move(state.caches));
  auto const third = llm::forward(next, w, std::move(second.caches));
  static_assert(std::is_same_v<decltype(third.caches), std::vector<llm::layer_cache<model, 6, 6>>>);
  CHECK(reference::elements(third.logits) == reference::elements(state.logits));
  CHECK(third.caches[0].length() == 6);
}

TEST_CASE("the number of layers is free") {
  using model = small::distinct;
  auto const tokens = small::tokens<model>(3);
  for (std::size_t count : reference::sizes{0, 1, 2, 5}) {
    auto const w = small::weights<model>(count);
    auto const state = llm::prefill(small::ids<model>(tokens), w, llm::empty_caches<model>(count, 3));
    CHECK(error(state.logits, reference::logits(tokens, w, 3)) < 5e-5);
  }
}
