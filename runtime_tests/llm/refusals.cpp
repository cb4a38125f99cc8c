// SPDX-License-Identifier: BSL-1.0
/// Steps that cannot be done: an error with a clear text, and caches that are as they were.
#include <shapeproof/llm/forward.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

using model = small::distinct;
using id = sp::index<model::V>;

auto prompt(std::size_t length) { return small::ids<model>(small::tokens<model>(length)); }

/// All elements of all keys and values.
template <class Caches>
std::vector<double> contents(Caches& caches) {
  std::vector<double> result;
  for (auto& cache : caches)
    for (auto* storage : {&cache.keys(), &cache.values()})
      for (double each : reference::elements(*storage)) result.push_back(each);
  return result;
}

}  // namespace

TEST_CASE("an empty prompt is an error") {
  auto const w = small::weights<model>(2);
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(0), w, llm::empty_caches<model>(2, 4)); }) ==
        "forward: [L=0]: there is no token; a step needs one or more");
}

TEST_CASE("a prompt longer than the capacity is an error, before anything is written") {
  auto const w = small::weights<model>(2);
  auto caches = llm::empty_caches<model>(2, 4);
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(5), w, std::move(caches)); }) ==
        "append: [B=1, H=3, S=0, Dk=5] and 5 more positions: the capacity is 4 positions");
  CHECK(contents(caches) == std::vector<double>(2 * 2 * 3 * 4 * 5, 0.0));
  auto const state = llm::prefill(prompt(4), w, std::move(caches));
  CHECK(reference::error(reference::elements(state.logits), reference::logits(small::tokens<model>(4), w, 3)) < 2e-5);
}

TEST_CASE("decode past the capacity is an error, and the caches still continue as before") {
  auto const w = small::weights<model>(2);
  auto const tokens = small::tokens<model>(6);
  auto state = llm::prefill(prompt(4), w, llm::empty_caches<model>(2, 5));
  auto const before = contents(state.caches);
  CHECK(reference::thrown([&] { (void)llm::advance(small::ids<model>({1, 2}), w, std::move(state.caches)); }) ==
        "append: [B=1, H=3, S=4, Dk=5] and 2 more positions: the capacity is 5 positions");
  CHECK(contents(state.caches) == before);
  CHECK(state.caches[1].length() == 4);
  auto copy = state.caches;
  auto const expected = llm::decode(id(tokens[4]), w, std::move(copy));
  state = llm::decode(id(tokens[4]), w, std::move(state.caches));
  CHECK(reference::elements(state.logits) == reference::elements(expected.logits));
  auto const full = contents(state.caches);
  for (int attempt = 0; attempt < 2; ++attempt)
    CHECK(reference::thrown([&] { (void)llm::decode(id(1), w, std::move(state.caches)); }) ==
          "append: [B=1, H=3, S=5, Dk=5] and 1 more positions: the capacity is 5 positions");
  CHECK(contents(state.caches) == full);
}

TEST_CASE("a static step past a symbolic capacity is an error") {
  auto const w = small::weights<model>(1);
  sp::tensor<id, sp::axis<"L", 3>> const ids;
  CHECK(reference::thrown([&] { (void)llm::forward(ids, w, llm::empty_caches<model>(1, 2)); }) ==
        "append: [B=1, H=3, S=0, Dk=5] and 3 more positions: the capacity is 2 positions");
}

TEST_CASE("more layers than caches, and more caches than layers, are an error") {
  auto const w = small::weights<model>(2);
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(2), w, llm::empty_caches<model>(1, 4)); }) ==
        "forward: 2 layers, 1 caches: each layer has its own cache");
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(2), w, llm::empty_caches<model>(3, 4)); }) ==
        "forward: 2 layers, 3 caches: each layer has its own cache");
}

TEST_CASE("caches of two lengths are an error, before anything is written") {
  auto const w = small::weights<model>(2);
  auto longer = llm::prefill(prompt(3), w, llm::empty_caches<model>(2, 6));
  auto mixed = llm::prefill(prompt(2), w, llm::empty_caches<model>(2, 6));
  mixed.caches[1] = longer.caches[1];
  auto const before = contents(mixed.caches);
  CHECK(reference::thrown([&] { (void)llm::decode(id(1), w, std::move(mixed.caches)); }) ==
        "forward: [B=1, H=3, S=2, Dk=5] in layer 0, [B=1, H=3, S=3, Dk=5] in layer 1: the caches of all "
        "layers hold "
        "the same positions");
  CHECK(contents(mixed.caches) == before);
}

TEST_CASE("a cache that lacks room in a later layer stops the step before the first") {
  auto const w = small::weights<model>(2);
  auto caches = llm::empty_caches<model>(2, 4);
  caches[1] = std::move(llm::empty_caches<model>(1, 2)[0]);
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(3), w, std::move(caches)); }) ==
        "append: [B=1, H=3, S=0, Dk=5] and 3 more positions: the capacity is 2 positions");
  CHECK(contents(caches) == std::vector<double>(2 * 3 * (4 + 2) * 5, 0.0));
}

TEST_CASE("prefill begins with empty caches") {
  auto const w = small::weights<model>(1);
  auto state = llm::prefill(prompt(2), w, llm::empty_caches<model>(1, 6));
  CHECK(reference::thrown([&] { (void)llm::prefill(prompt(2), w, std::move(state.caches)); }) ==
        "prefill: [B=1, H=3, S=2, Dk=5]: the cache is not empty; advance appends to it");
}

TEST_CASE("caches are not taken from a caller who did not give them") {
  using caches = llm::changing_stack<llm::layer_cache<model, 0, "capacity">>;
  static_assert(llm::taken_over<caches>);
  static_assert(!llm::taken_over<caches&>);
  static_assert(!llm::taken_over<caches const&>);
}
