// SPDX-License-Identifier: BSL-1.0
/// A rank's activations, and what its collectives need beside them, lie in the arena that the compiler worked out.
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/tensor/arena.hpp>

#include "../simulated_ranks.hpp"
#include "sharded_families.hpp"

#include <doctest/doctest.h>

#include <mutex>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t layers = 3;
constexpr std::size_t steps = 4;

/// Greedy decoding in an arena of so many bytes.
template <class Ids, class Weights, class Caches>
void check_arena(std::size_t bytes, Ids const& prompt, Weights const& w, Caches caches) {
  sp::arena memory(bytes, 0);
  {
    sp::arena::scope const within(memory);
    llm::random_stream unused;
    auto state = llm::prefill(prompt, w, std::move(caches));
    for (std::size_t i = 0; i < steps; ++i) {
      llm::sampling const greedy = {.temperature = 0};
      if constexpr (Ids::rank == 1) {
        auto const token = llm::sample(sp::gathered<"V">(state.logits), greedy, unused)(0);
        state = llm::decode(token, w, std::move(state.caches));
      } else {
        auto const tokens = llm::sample(sp::gathered<"V">(state.logits), greedy, unused);
        state = llm::decode(tokens, w, std::move(state.caches));
      }
    }
  }
  static std::mutex one_at_a_time;
  std::lock_guard const lock(one_at_a_time);
  CHECK(memory.refused() == 0);
  CHECK(memory.peak() == bytes);
}

}  // namespace

TEST_CASE("the logits of all ranks, and their parts before they are in order, are in the plan") {
  auto const llama = sharded::whole_weights<sharded::llama_on>(layers);
  auto const note = sharded::whole_weights<sharded::note_on>(layers);
  for (std::size_t const tokens : {1U, 5U}) {
    simulated::on_ranks(2, [&](auto&) {
      using model = sharded::llama_on<sp::mesh<"tp", 2>>;
      auto const w = llm::sharded_weights<model>(llama);
      sp::tensor<sp::index<sp::whole<model::V>>, sp::axis<"B">, sp::axis<"L">> const ids(sp::bind<"B">(2),
                                                                                         sp::bind<"L">(tokens));
      constexpr sp::symbol_values<sp::symbols<>> no_symbols;
      check_arena(llm::activation_bytes(w, tokens, no_symbols, sp::no_padding{}, sp::bind<"B">(2)), ids, w,
                  llm::empty_caches<model>(layers, tokens + steps, no_symbols, sp::no_padding{}, sp::bind<"B">(2)));
    });
    simulated::on_ranks(4, [&](auto&) {
      using model = sharded::note_on<sp::mesh<"tp", 4>>;
      auto const w = llm::sharded_weights<model>(note);
      sp::tensor<sp::index<sp::whole<model::V>>, sp::axis<"L">> const ids(sp::bind<"L">(tokens));
      check_arena(llm::activation_bytes(w, tokens), ids, w, llm::empty_caches<model>(layers, tokens + steps));
    });
  }
}
