// SPDX-License-Identifier: BSL-1.0
/// Llama and GPT-2 against their papers in plain loops: prefill, decode, chunks, and rows that are padded differently.
#include "families.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t layers = 3;
constexpr double rounding = 2e-5;
using rows = std::vector<std::vector<int>>;

std::vector<int> part(std::vector<int> const& all, std::size_t from, std::size_t to) {
  return {all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// The largest error of logits `[B, V]` behind each row's tokens.
template <class Model, class Logits>
double error(Logits const& found, rows const& tokens, typename Model::weights const& w) {
  double worst = 0;
  for (std::size_t b = 0; b < tokens.size(); ++b)
    worst = std::max(worst, reference::error(small::logits_in(found, b), Model::logits(tokens[b], w).back()));
  return worst;
}

/// Tokens `[B]`, as sampling gives them.
template <class Model>
auto one_each(std::vector<int> const& tokens) {
  using id = sp::index<typename Model::V>;
  sp::tensor<id, typename Model::B> result(sp::bind<"B">(tokens.size()));
  for (std::size_t b = 0; b < tokens.size(); ++b) result(b) = id(tokens[b]);
  return result;
}

}  // namespace

#define FAMILIES \
  small::distinct_llama, small::half_split_llama, small::square_llama, small::distinct_gpt2, small::square_gpt2

TEST_CASE_TEMPLATE("prefill is the family's model", model, FAMILIES) {
  auto const w = small::family_weights<model>(layers);
  for (std::size_t n : reference::sizes{1, 2, 4, 6}) {
    rows const tokens = {small::family_tokens<model>(n)};
    auto const batch = small::batch_of<model>(tokens);
    auto const step = llm::prefill(batch.ids, w, small::family_caches<model>(layers, n, batch));
    CHECK(error<model>(step.logits, tokens, w) < rounding);
  }
}

TEST_CASE_TEMPLATE("a prompt continues token by token, and in chunks", model, FAMILIES) {
  auto const w = small::family_weights<model>(layers);
  auto const all = small::family_tokens<model>(6);
  for (std::size_t k = 1; k < 6; ++k) {
    auto const batch = small::batch_of<model>({part(all, 0, k)});
    auto step = llm::prefill(batch.ids, w, small::family_caches<model>(layers, 6, batch));
    auto const chunk = small::batch_of<model>({part(all, k, 6)});
    auto copy = step.caches;
    CHECK(error<model>(llm::advance(chunk.ids, w, std::move(copy)).logits, {all}, w) < rounding);
    for (std::size_t i = k; i < 6; ++i) {
      step = llm::decode(one_each<model>({all[i]}), w, std::move(step.caches));
      CHECK(error<model>(step.logits, {part(all, 0, i + 1)}, w) < rounding);
    }
  }
}

TEST_CASE_TEMPLATE("rows that are padded differently are what each is alone", model, FAMILIES) {
  auto const w = small::family_weights<model>(layers);
  rows tokens = {small::family_tokens<model>(2, 0), small::family_tokens<model>(5, 1)};
  auto const batch = small::batch_of<model>(tokens);
  auto step = llm::prefill(batch.ids, w, small::family_caches<model>(layers, 10, batch));
  CHECK(error<model>(step.logits, tokens, w) < rounding);
  auto const go_on = [&](rows const& more) {
    for (std::size_t b = 0; b < 2; ++b) tokens[b].insert(tokens[b].end(), more[b].begin(), more[b].end());
  };
  for (int i = 0; i < 3; ++i) {
    go_on({{3 * i}, {15 - i}});
    step = llm::decode(one_each<model>({3 * i, 15 - i}), w, std::move(step.caches));
    CHECK(error<model>(step.logits, tokens, w) < rounding);
  }
  rows const chunk = {{4, 9}, {1, 0}};
  go_on(chunk);
  step = llm::advance(small::batch_of<model>(chunk).ids, w, std::move(step.caches));
  CHECK(error<model>(step.logits, tokens, w) < rounding);
  CHECK(step.caches[2].length() == 10);
}

TEST_CASE_TEMPLATE("a row that has no token of its own by the end of the step is an error, and the caches stay", model,
                   FAMILIES) {
  auto const w = small::family_weights<model>(layers);
  auto batch = small::batch_of<model>({{1, 2, 3}, {3, 2, 1}});
  batch.padding = sp::left_padded<sp::axis<"B">>({0, 3});
  auto caches = small::family_caches<model>(layers, 5, batch);
  auto const message = reference::thrown([&] { (void)llm::forward(batch.ids, w, std::move(caches)); });
  CHECK(message.ends_with(" and 3 more positions: row 1 is padded by 3 slots, which leaves it no token"));
  CHECK(caches[0].length() == 0);
}

TEST_CASE_TEMPLATE("the number of layers is free", model, FAMILIES) {
  rows const tokens = {small::family_tokens<model>(3)};
  auto const batch = small::batch_of<model>(tokens);
  for (std::size_t count : reference::sizes{1, 2, 5}) {
    auto const w = small::family_weights<model>(count);
    auto const step = llm::prefill(batch.ids, w, small::family_caches<model>(count, 3, batch));
    CHECK(error<model>(step.logits, tokens, w) < rounding);
  }
}
