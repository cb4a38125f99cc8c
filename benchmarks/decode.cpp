// SPDX-License-Identifier: BSL-1.0
/// Tokens of a tiny trained model, with numbers and with symbols in its types: what do run-time extents cost?
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

constexpr std::size_t positions = 128;

std::string model_path() {
  char const* const given = std::getenv("SHAPEPROOF_STORIES");
  return given != nullptr ? given : SHAPEPROOF_SHARED_MODELS "/stories260K/stories260K.bin";
}

/// Greedy text of `positions` tokens from an empty cache.
template <class Model>
void tell(benchmark::State& state) {
  auto const model = io::load_llama<Model>(io::open_weights(model_path()));
  using V = typename Model::V;
  using B = typename Model::B;
  llm::random_stream unused;
  for ([[maybe_unused]] auto turn : state) {
    auto run = [&](auto caches, auto token) {
      auto step = llm::decode(token, model.weights, std::move(caches));
      for (std::size_t i = 1; i < positions; ++i)
        step = llm::decode(llm::sample(step.logits, {.temperature = 0}, unused), model.weights, std::move(step.caches));
      benchmark::DoNotOptimize(step.logits.data());
    };
    if constexpr (sp::is_static<V>) {
      sp::tensor<sp::index<V>, B> token;
      token(0) = sp::index<V>(1);
      run(llm::empty_caches<Model>(model.layers(), positions), token);
    } else {
      sp::tensor<sp::index<V>, B> token(sp::bind<"B">(1));
      token(0) = sp::index<V>(1, 512);
      run(llm::empty_caches<Model>(model.layers(), positions, model.sizes, sp::no_padding{}, sp::bind<"B">(1)), token);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions));
}

BENCHMARK(tell<llm::stories_260k>)->Name("numbers in the types");
BENCHMARK(tell<llm::interleaved_llama>)->Name("symbols in the types");

}  // namespace

BENCHMARK_MAIN();
