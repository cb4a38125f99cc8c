// SPDX-License-Identifier: BSL-1.0
/// The logits of every position: the last are those of `forward`, the others those of shorter prompts. And what goes on
/// behind it: caches under the symbol `past`.
#include "families.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t layers = 2;
constexpr double rounding = 2e-5;

/// The logits at position l of `[B, L, V]`.
template <class Logits>
reference::row at(Logits const& logits, std::size_t b, std::size_t l) {
  reference::row result;
  for (std::size_t v = 0; v < logits.template extent<"V">(); ++v)
    result.push_back(static_cast<double>(logits(b, l, v)));
  return result;
}

/// A prompt of a batch of one and its caches, for the note's model and for the families.
template <class Model>
auto all_of(std::vector<int> const& tokens, auto const& w) {
  if constexpr (requires { typename Model::De; }) {
    auto const ids = small::ids<Model>(tokens);
    return std::pair(llm::forward_all(ids, w, llm::empty_caches<Model>(layers, tokens.size())),
                     llm::forward(ids, w, llm::empty_caches<Model>(layers, tokens.size())));
  } else {
    auto const batch = small::batch_of<Model>({tokens});
    return std::pair(llm::forward_all(batch.ids, w, small::family_caches<Model>(layers, tokens.size(), batch)),
                     llm::forward(batch.ids, w, small::family_caches<Model>(layers, tokens.size(), batch)));
  }
}

template <class Model>
void check(auto const& w, auto const& expected) {
  auto const tokens = small::tokens<Model>(6);
  auto const [all, last] = all_of<Model>(tokens, w);
  REQUIRE(all.logits.template extent<"L">() == 6);
  CHECK(reference::error(at(all.logits, 0, 5), reference::elements(last.logits)) < 1e-6);
  for (std::size_t l = 0; l < 6; ++l) {
    auto const shorter = small::part(tokens, 0, l + 1);
    CHECK(reference::error(at(all.logits, 0, l), expected(shorter)) < rounding);
    CHECK(reference::error(at(all.logits, 0, l), reference::elements(all_of<Model>(shorter, w).second.logits)) <
          rounding);
  }
  for (std::size_t i = 0; i < layers; ++i) CHECK(all.caches[i].length() == 6);
}

}  // namespace

TEST_CASE_TEMPLATE("all positions of the note's model", model, small::distinct, small::square, small::many_heads) {
  auto const w = small::weights<model>(layers);
  check<model>(w, [&](std::vector<int> const& tokens) { return reference::logits(tokens, w, model::heads); });
}

TEST_CASE_TEMPLATE("all positions of the families", model, small::distinct_llama, small::half_split_llama,
                   small::square_llama, small::distinct_gpt2, small::square_gpt2) {
  auto const w = small::family_weights<model>(layers);
  check<model>(w, [&](std::vector<int> const& tokens) { return model::logits(tokens, w).back(); });
}

TEST_CASE("all positions of a padded batch: each row's tokens are at its end") {
  using model = small::distinct_gpt2;
  auto const w = small::family_weights<model>(layers);
  std::vector<std::vector<int>> const rows = {small::tokens<model>(5), small::family_tokens<model>(2, 3)};
  auto const batch = small::batch_of<model>(rows);
  auto const all = llm::forward_all(batch.ids, w, small::family_caches<model>(layers, 5, batch)).logits;
  for (std::size_t b = 0; b < 2; ++b) {
    auto const expected = model::logits(rows[b], w);
    for (std::size_t l = 0; l < rows[b].size(); ++l)
      CHECK(reference::error(at(all, b, 5 - rows[b].size() + l), expected[l]) < rounding);
  }
}

TEST_CASE("the last of all positions can be sampled from, and all of them are behind a past") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(6);
  auto first = llm::rebound(
      llm::forward_all(small::ids<model>(small::part(tokens, 0, 4)), w, llm::empty_caches<model>(layers, 6)));
  auto const next = llm::forward_all(small::ids<model>(small::part(tokens, 4, 6)), w, std::move(first.caches));
  for (std::size_t l = 0; l < 2; ++l)
    CHECK(reference::error(at(next.logits, 0, l), reference::logits(small::part(tokens, 0, 5 + l), w, 3)) < rounding);
  auto const last = sp::last<"L">(next.logits);
  CHECK(reference::error(reference::elements(last), reference::logits(tokens, w, 3)) < rounding);
}

TEST_CASE("rebound gives every step's caches one type, with the positions that they hold") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  auto const tokens = small::tokens<model>(5);
  auto first = llm::forward(small::ids<model>(small::part(tokens, 0, 3)), w, llm::empty_caches<model>(layers, 5));
  auto const logits = reference::elements(first.logits);
  auto loop = llm::rebound(std::move(first));
  static_assert(
      std::is_same_v<decltype(loop.caches), llm::changing_stack<llm::layer_cache<model, "past", "capacity">>>);
  CHECK(reference::elements(loop.logits) == logits);
  for (auto const& cache : loop.caches) CHECK(cache.length() == 3);
  for (std::size_t i = 3; i < 5; ++i) {
    loop = llm::rebound(llm::forward(small::ids<model>({tokens[i]}), w, std::move(loop.caches)));
    CHECK(reference::error(reference::elements(loop.logits), reference::logits(small::part(tokens, 0, i + 1), w, 3)) <
          rounding);
  }
  CHECK(loop.caches[layers - 1].length() == 5);
}

TEST_CASE("steps of all positions need a token and room") {
  using model = small::distinct;
  auto const w = small::weights<model>(layers);
  CHECK(reference::thrown([&] {
          (void)llm::forward_all(small::ids<model>({}), w, llm::empty_caches<model>(layers, 4));
        }) == "forward: [L=0]: there is no token; a step needs one or more");
  CHECK(reference::thrown([&] {
          (void)llm::forward_all(small::ids<model>(small::tokens<model>(5)), w, llm::empty_caches<model>(layers, 4));
        }) == "append: [B=1, H=3, S=0, Dk=5] and 5 more positions: the capacity is 4 positions");
}
