// SPDX-License-Identifier: BSL-1.0
/// Whole models over 2 and 4 ranks: logits and greedy tokens of each family are those of one rank.
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/ops/collectives.hpp>

#include "../simulated_ranks.hpp"
#include "sharded_families.hpp"

#include <doctest/doctest.h>

#include <mutex>
#include <string>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;

namespace {

using sharded::gpt2_on, sharded::llama_on, sharded::note_on;
constexpr std::size_t layers = 2;
constexpr std::size_t steps = 5;
constexpr double rounding = 1e-4;

/// What a generation gives: the logits of each step, row by row, and the tokens.
struct generation {
  std::vector<reference::row> logits;
  std::vector<std::size_t> tokens;
};

template <class State>
auto note(generation& result, State const& state) {
  auto const logits = sp::gathered<"V">(state.logits);
  llm::random_stream unused;
  auto tokens = llm::sample(logits, {.temperature = 0}, unused);
  for (std::size_t b = 0; b < tokens.size(); ++b) {
    result.logits.push_back(small::logits_in(logits, b));
    result.tokens.push_back(tokens(b).value());
  }
  return tokens;
}

template <class Model, class Weights>
  requires requires { typename Model::De; }
generation generated(Weights const& w, std::type_identity<Model>) {
  generation result;
  auto const prompt = small::ids<note_on<sp::mesh<"tp", 1>>>(small::tokens<note_on<sp::mesh<"tp", 1>>>(4));
  auto state = llm::prefill(prompt, w, llm::empty_caches<Model>(layers, 4 + steps));
  for (std::size_t i = 0; i < steps; ++i) {
    auto const token = note(result, state)(0);
    state = llm::decode(token, w, std::move(state.caches));
  }
  note(result, state);
  return result;
}

/// Two rows, one of them padded.
template <class Model, class Weights>
generation generated(Weights const& w, std::type_identity<Model>) {
  generation result;
  using V = sp::whole<typename Model::V>;
  auto const batch = llm::token_rows<V>(std::vector<std::vector<int>>{{3, 11, 30, 7, 2}, {35, 0, 18}}, 36);
  auto caches =
      llm::empty_caches<Model>(layers, 5 + steps, sp::symbol_values<sp::symbols<>>{}, batch.padding, sp::bind<"B">(2));
  auto state = llm::prefill(batch.ids, w, std::move(caches));
  for (std::size_t i = 0; i < steps; ++i) {
    auto const tokens = note(result, state);
    state = llm::decode(tokens, w, std::move(state.caches));
  }
  note(result, state);
  return result;
}

void check_equal(generation const& found, generation const& wanted) {
  CHECK(found.tokens == wanted.tokens);
  REQUIRE(found.logits.size() == wanted.logits.size());
  for (std::size_t i = 0; i < found.logits.size(); ++i)
    CHECK(reference::error(found.logits[i], wanted.logits[i]) < rounding);
}

/// All parameters as they lie in memory.
template <class Weights>
std::string bytes_of(Weights const& w) {
  std::string result;
  llm::for_each_parameter(w, [&](std::string const&, auto const& parameter) {
    std::size_t bytes;
    if constexpr (sp::any_packed_weight<decltype(parameter)>)
      bytes = parameter.bytes();
    else
      bytes = parameter.size() * sizeof(float);
    result.append(reinterpret_cast<char const*>(parameter.data()), bytes);
  });
  return result;
}

template <template <class> class Family, std::size_t Ranks, class Storage = llm::owned>
void check_ranks(std::size_t sums = 1 + 2 * layers) {
  auto const w = sharded::whole_weights<Family>(layers);
  auto const wanted = generated(w, std::type_identity<Family<sp::mesh<"tp", 1>>>{});
  std::mutex one_at_a_time;
  simulated::on_ranks(Ranks, [&](simulated::rank_of& rank) {
    using model = Family<sp::mesh<"tp", sp::extent(Ranks)>>;
    auto const own = llm::sharded_weights<model, Storage>(w);
    auto const found = generated(own, std::type_identity<model>{});
    std::lock_guard const lock(one_at_a_time);
    check_equal(found, wanted);
    CHECK(rank.reduced == sums * (1 + steps));  // one for the embedding and two for each layer, in each step
  });
}

}  // namespace

TEST_CASE("the note's model over 2 and 4 ranks is that of one rank") {
  check_ranks<note_on, 2>();
  check_ranks<note_on, 4>();
}

TEST_CASE("a Llama model over 2 and 4 ranks is that of one rank") {
  check_ranks<llama_on, 2>();
  check_ranks<llama_on, 4>();
}

TEST_CASE("a GPT-2 model over 2 and 4 ranks is that of one rank") {
  check_ranks<gpt2_on, 2>();
  check_ranks<gpt2_on, 4>();
}

TEST_CASE("a model may have other axes cut, with one sum more in each step") {
  check_ranks<sharded::note_of_widths, 2>(2 + 2 * layers);
  check_ranks<sharded::note_of_widths, 4>(2 + 2 * layers);
  check_ranks<sharded::gpt2_of_positions, 2>(2 + 2 * layers);
  check_ranks<sharded::gpt2_of_positions, 4>(2 + 2 * layers);
}

TEST_CASE("each rank packs its own part of the weights") {
  check_ranks<llama_on, 2, llm::packed<float>>();
  check_ranks<gpt2_on, 2, llm::packed<float>>();
}

TEST_CASE("a rank's part that is packed is the packed part of the whole") {
  auto const w = sharded::whole_weights<gpt2_on>(layers);
  std::mutex one_at_a_time;
  simulated::on_ranks(2, [&](auto&) {
    using model = gpt2_on<sp::mesh<"tp", 2>>;
    auto const own = llm::sharded_weights<model>(w);
    auto const found = bytes_of(llm::packed_weights<sp::bf16>(own));
    auto const wanted = bytes_of(llm::sharded_weights<model, llm::packed<sp::bf16>>(w));
    std::lock_guard const lock(one_at_a_time);
    CHECK(found.size() > 10000);
    CHECK(found == wanted);
    CHECK(bytes_of(llm::packed_weights<sp::int8>(own)) ==
          bytes_of(llm::sharded_weights<model, llm::packed<sp::int8>>(w)));
  });
}

TEST_CASE("one rank has the very weights and caches of a model without ranks") {
  CHECK(std::is_same_v<llama_on<sp::mesh<"tp", 1>>::F, sp::axis<"F", 20>>);
  auto const w = sharded::whole_weights<llama_on>(layers);
  using model = llama_on<sp::mesh<"tp", 1>>;
  auto const found = generated(llm::sharded_weights<model>(w), std::type_identity<model>{});  // and no communicator
  check_equal(found, generated(w, std::type_identity<model>{}));
}

TEST_CASE("ranks that are not there, or are not as many, are named") {
  auto const w = sharded::whole_weights<llama_on>(layers);
  using model = llama_on<sp::mesh<"tp", 4>>;
  CHECK_THROWS_WITH_AS(llm::sharded_weights<model>(w),
                       "scatter: [V=36, D=10]: no communicator of the mesh tp is in scope; make a communicator::scope",
                       sp::shape_error);
  CHECK_THROWS_WITH_AS(simulated::on_ranks(2, [&](auto&) { (void)llm::sharded_weights<model>(w); }),
                       "scatter: [V=36, D=10]: the mesh tp has 4 ranks, its communicator 2", sp::shape_error);
}
