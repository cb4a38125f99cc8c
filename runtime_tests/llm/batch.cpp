// SPDX-License-Identifier: BSL-1.0
/// A batch whose sequences come and go: each request gets what it gets alone, and an error is one request's own.
#include <shapeproof/llm/batch.hpp>

#include "families.hpp"
#include "models.hpp"
#include "requests.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t positions = 12;  // as many as the GPT-2 models have learned

template <class Model>
auto some_weights() {
  if constexpr (requires { typename Model::De; })
    return small::weights<Model>(3);
  else
    return small::family_weights<Model>(3);
}

template <class Model>
std::vector<llm::request> wanted(std::size_t count) {
  return requests::mixed(count, sp::static_extent<typename Model::V>, 6, 7);
}

/// Weights of which one token makes logits that are not numbers.
auto weights_that_fail_at(std::size_t token) {
  auto w = small::family_weights<small::distinct_llama>(2);
  for (std::size_t d = 0; d < 10; ++d) w.embedding(token, d) = HUGE_VALF;
  return w;
}

}  // namespace

#define ALL_FAMILIES \
  small::distinct, small::square, small::distinct_llama, small::half_split_llama, small::distinct_gpt2

TEST_CASE_TEMPLATE("32 requests of mixed lengths that come at any time are each equal to its single run", model,
                   ALL_FAMILIES) {
  auto const w = some_weights<model>();
  auto const all = wanted<model>(32);
  CHECK(requests::check(w, all, {.rows = 32, .capacity = positions}, 32) == 7);
  requests::check(w, all, {.rows = 32, .capacity = positions}, 3);
  requests::check(w, all, {.rows = 5, .capacity = positions}, 32);  // most of them wait
  requests::check(w, all, {.rows = 3, .capacity = positions}, 1);
  requests::check(w, all, {.rows = 1, .capacity = positions}, 2);
}

TEST_CASE("a batch goes on after it was idle") {
  auto const w = some_weights<small::distinct_llama>();
  auto const all = wanted<small::distinct_llama>(6);
  llm::batch together(w, {.rows = 2, .capacity = positions});
  CHECK(together.step().empty());
  for (std::size_t i = 0; i < all.size(); ++i) {
    together.add(all[i]);
    while (!together.is_idle()) together.step();
    CHECK(together.at(i).tokens == requests::alone(w, all[i]));
  }
}

TEST_CASE("what has ended is forgotten as soon as it is heard of, while the others go on") {
  auto const w = some_weights<small::distinct_llama>();
  auto const all = wanted<small::distinct_llama>(6);
  llm::batch together(w, {.rows = 2, .capacity = positions});
  for (auto const& each : all) together.add(each);
  std::vector<std::vector<std::size_t>> answers(all.size());
  while (!together.is_idle())
    together.step([&](auto const& came) {
      if (came.is_last) answers[came.request] = together.forget(came.request).tokens;
    });
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(answers[i] == requests::alone(w, all[i]));
    CHECK_THROWS_AS(together.at(i), sp::shape_error);
  }
  CHECK(together.add(all[0]) == all.size());
}

TEST_CASE("more requests than rows wait in order, and each step gives a token to every row") {
  auto const w = some_weights<small::distinct_gpt2>();
  llm::batch together(w, {.rows = 2, .capacity = positions});
  for (std::size_t i = 0; i < 4; ++i) together.add({.prompt = {i + 1}, .tokens = i == 0 ? 1U : 3U});
  auto const names = [](auto const& arrivals) {
    std::vector<std::size_t> result;
    for (auto const& each : arrivals) result.push_back(each.request);
    return result;
  };
  using list = std::vector<std::size_t>;
  CHECK(names(together.step()) == list{0, 1, 2});  // the first one is finished at once, and its row is the third one's
  CHECK(together.at(0).progress == llm::progress::finished);
  CHECK(together.at(2).progress == llm::progress::running);
  CHECK(together.at(3).progress == llm::progress::waiting);
  CHECK(together.free_rows() == 0);
  auto second = names(together.step());
  std::sort(second.begin(), second.end());
  CHECK(second == list{1, 2});
  auto third = names(together.step());
  std::sort(third.begin(), third.end());
  CHECK(third == list{1, 2, 3});
  CHECK(together.free_rows() == 1);
}

TEST_CASE("a request that cannot be done fails alone, with what is wrong") {
  auto const w = some_weights<small::distinct_gpt2>();
  auto const good = wanted<small::distinct_gpt2>(2);
  llm::batch together(w, {.rows = 4, .capacity = 100});
  auto const error = [&](llm::request const& one) {
    auto const name = together.add(one);
    CHECK(together.at(name).progress == llm::progress::failed);
    return together.at(name).error;
  };
  together.add(good[0]);
  CHECK(error({.prompt = {}, .tokens = 3}) == "request: 0 tokens and 3 more: the prompt is empty");
  CHECK(error({.prompt = {1, 2}, .tokens = 0}) == "request: 2 tokens and 0 more: no token is asked for");
  CHECK(error({.prompt = {1, 2}, .tokens = 12}) == "request: 2 tokens and 12 more: there is room for 12 positions");
  CHECK(error({.prompt = requests::ids(13, 1), .tokens = 1}) ==
        "request: 13 tokens and 1 more: there is room for 12 positions");
  CHECK(error({.prompt = {1}, .tokens = static_cast<std::size_t>(-1)}).ends_with("there is room for 12 positions"));
  CHECK(error({.prompt = {1, 37}, .tokens = 1}) == "request: token 1 of 2: index: V=37: 37 is not in [0, 37)");
  CHECK(error({.prompt = {1}, .tokens = 1, .sampling = {.temperature = -1}}).find("temperature") != std::string::npos);
  together.add(good[1]);
  while (!together.is_idle()) together.step();
  CHECK(together.at(0).tokens == requests::alone(w, good[0]));
  CHECK(together.at(8).tokens == requests::alone(w, good[1]));
  CHECK(reference::thrown([&] { (void)together.at(9); }) == "answer: 9 requests: 9 is not one");
}

TEST_CASE("a request takes every position that there is") {
  auto const w = some_weights<small::distinct_gpt2>();
  llm::request const longest = {.prompt = {1, 2}, .tokens = 11, .sampling = {.temperature = 0}};
  llm::request const prompt_only = {.prompt = requests::ids(12, 3), .tokens = 1, .sampling = {.temperature = 0}};
  requests::check(w, {longest, prompt_only, longest}, {.rows = 2, .capacity = 12}, 3);
}

TEST_CASE("logits that are not numbers end one request, in its prefill or later, and the others go on") {
  auto const w = weights_that_fail_at(3);
  llm::batch together(w, {.rows = 3, .capacity = positions});
  llm::request const good = {.prompt = {1, 2}, .tokens = 6, .sampling = {.temperature = 0}};
  auto const first = together.add(good);
  auto const bad = together.add({.prompt = {3}, .tokens = 5});
  // Everything but one token is equally likely to be the bad one's end: a hot sample comes to token 3 at some time.
  std::vector<std::size_t> hot;
  for (std::size_t i = 0; i < 30; ++i)
    hot.push_back(together.add({.prompt = {1 + i % 2}, .tokens = 11, .sampling = {.temperature = 50}, .seed = i}));
  auto const last = together.add(good);
  while (!together.is_idle()) together.step();
  CHECK(together.at(bad).progress == llm::progress::failed);
  CHECK(together.at(bad).tokens.empty());
  std::size_t failed = 0;
  for (auto const name : hot) {
    auto const& each = together.at(name);
    if (each.progress == llm::progress::failed) {
      ++failed;
      CHECK(each.tokens.back() == 3);
      CHECK(each.error.ends_with("not a finite number"));
    } else {
      CHECK(each.tokens.size() == 11);
      CHECK(std::find(each.tokens.begin(), each.tokens.end() - 1, 3) == each.tokens.end() - 1);
    }
  }
  CHECK((failed > 0 && failed < hot.size()));
  CHECK(together.at(first).tokens == requests::alone(w, good));
  CHECK(together.at(last).tokens == together.at(first).tokens);
}

TEST_CASE("what a listener throws is thrown on, and the batch goes on") {
  auto const w = some_weights<small::distinct_llama>();
  auto const all = wanted<small::distinct_llama>(8);
  llm::batch together(w, {.rows = 3, .capacity = positions});
  for (auto const& one : all) together.add(one);
  int thrown = 0;
  while (!together.is_idle()) {
    try {
      together.step([&](auto const& each) {
        if (each.request % 3 == 1) throw std::runtime_error("the line is cut");
      });
    } catch (std::runtime_error const&) {
      ++thrown;
    }
  }
  CHECK(thrown > 3);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(together.at(i).tokens == requests::alone(w, all[i]));
}

TEST_CASE("a step that cannot be done changes nothing, and can be done again") {
  auto w = some_weights<small::distinct_llama>();
  auto const all = wanted<small::distinct_llama>(5);
  std::vector<std::vector<std::size_t>> expected;
  for (auto const& one : all) expected.push_back(requests::alone(w, one));
  llm::batch together(w, {.rows = 5, .capacity = positions});
  for (auto const& one : all) together.add(one);
  together.step();
  auto last = std::move(w.blocks.back());
  w.blocks.pop_back();
  CHECK(reference::thrown([&] { together.step(); }) == "forward: 2 layers, 3 caches: each layer has its own cache");
  CHECK(reference::thrown([&] { together.step(); }) == "forward: 2 layers, 3 caches: each layer has its own cache");
  w.blocks.push_back(std::move(last));
  while (!together.is_idle()) together.step();
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(together.at(i).tokens == expected[i]);
}

TEST_CASE("no room for a request is an error") {
  auto const w = some_weights<small::distinct_llama>();
  CHECK(reference::thrown([&] { llm::batch(w, {.rows = 0, .capacity = 4}); }) ==
        "batch: 0 rows of 4 positions: there is no room for a request");
}
