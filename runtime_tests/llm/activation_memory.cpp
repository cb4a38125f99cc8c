// SPDX-License-Identifier: BSL-1.0
/// A generation lies in an arena that is as large as the compiler says, to the byte, and its steps allocate nothing.
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/tensor/arena.hpp>

#include "../allocation_meter.hpp"
#include "families.hpp"
#include "models.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t steps = 12;

struct found {
  std::size_t allocations;  // of all steps but the first
  std::size_t peak;
  std::size_t refused;
};

/// Greedy decoding in an arena of so many bytes.
template <class Ids, class Weights, class Caches>
found generate(std::size_t bytes, Ids const& prompt, Weights const& w, Caches caches) {
  sp::arena memory(bytes, 0);
  sp::arena::scope const within(memory);
  llm::random_stream random;
  auto state = llm::prefill(prompt, w, std::move(caches));
  for (std::size_t step = 0; step < steps; ++step) {
    llm::sampling const options = {.temperature = step % 2 == 0 ? 0.0F : 1.0F};
    if constexpr (Ids::rank == 1) {
      auto const token = llm::sample(state.logits, options, random)(0);
      state = llm::decode(token, w, std::move(state.caches));
    } else {
      auto const tokens = llm::sample(state.logits, options, random);
      state = llm::decode(tokens, w, std::move(state.caches));
    }
    if (step == 1) allocation_meter::start();
  }
  return {allocation_meter::stop().count, memory.peak(), memory.refused()};
}

/// The plan is that of several layers; fewer may lie a little closer.
void check(found const& run, std::size_t planned, std::size_t layers) {
  CHECK(run.refused == 0);
  if (layers > 2)
    CHECK(run.peak == planned);
  else
    CHECK(run.peak <= planned);
  CHECK(run.allocations == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("the note's model", model, small::distinct, small::square) {
  for (std::size_t const layers : {1U, 2U, 7U})
    for (std::size_t const tokens : {1U, 2U, 5U, 31U}) {
      auto const w = small::weights<model>(layers);
      auto const packed = llm::packed_weights<float>(w);
      auto const prompt = small::ids<model>(small::tokens<model>(tokens));
      auto const planned = llm::activation_bytes(packed, tokens);
      check(generate(planned, prompt, w, llm::empty_caches<model>(layers, tokens + steps)), planned, layers);
      check(generate(planned, prompt, packed, llm::empty_caches<model>(layers, tokens + steps)), planned, layers);
    }
}

TEST_CASE("Llama and GPT-2, with rows that may be padded") {
  auto const check_family = [&]<class Model>() {
    for (std::size_t const layers : {1U, 2U, 6U})
      for (std::size_t const tokens : {1U, 4U}) {
        auto const w = small::family_weights<Model>(layers);
        auto const batch = small::batch_of<Model>(
            {small::family_tokens<Model>(tokens), small::family_tokens<Model>((tokens + 1) / 2, 1)});
        auto const planned =
            llm::activation_bytes(w, tokens, sp::symbol_values<sp::symbols<>>{}, batch.padding, sp::bind<"B">(2));
        check(generate(planned, batch.ids, w, small::family_caches<Model>(layers, tokens + steps, batch)), planned,
              layers);
      }
  };
  check_family.operator()<small::distinct_llama>();
  check_family.operator()<small::half_split_llama>();
  check_family.operator()<small::square_gpt2>();
}

TEST_CASE("an arena that is too small is none: the rest comes from the system") {
  auto const w = small::weights<small::distinct>(4);
  auto const prompt = small::ids<small::distinct>(small::tokens<small::distinct>(5));
  auto const run =
      generate(llm::activation_bytes(w, 5) - 1, prompt, w, llm::empty_caches<small::distinct>(4, 5 + steps));
  CHECK(run.refused > 0);
}

TEST_CASE("a size without a value is an error") {
  CHECK_THROWS_WITH(llm::activation_bytes(small::family_weights<small::distinct_llama>(1), 3),
                    "activation_bytes: B: this symbol of the activations' sizes has no value");
}
