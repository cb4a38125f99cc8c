// SPDX-License-Identifier: BSL-1.0
/// The main job: the note's model on a real prompt, each step proved, computed and measured.
#include "measure.hpp"
#include "note_weights.hpp"
#include "options.hpp"
#include "report.hpp"

#include "../standard_output.hpp"

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/llm/sample.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace llm = shapeproof::llm;
using model = llm::note_model;

namespace {

/// The pipeline for every prompt length and every step, as the compiler sees it.
constexpr shapeproof::trace proved = llm::traced_step<model, "L", "past">();

/// Reads what every step reads: the packed weights.
template <class Weights>
void read_packed(Weights const& weights, measured_run& measured) {
  float volatile sink = 0;
  measured.read_bytes = 0;
  measured.read_seconds = seconds([&] {
    llm::for_each_parameter(weights, [&](std::string const&, auto const& parameter) {
      if constexpr (shapeproof::any_packed_weight<decltype(parameter)>) {
        auto const* const words = reinterpret_cast<float const*>(parameter.data());
        sink = sink + shapeproof::cpu::read_once(words, parameter.bytes() / sizeof(float));
        measured.read_bytes += static_cast<double>(parameter.bytes());
      }
    });
  });
}

template <class T>
void run(options const& chosen) {
  shapeproof::io::sentencepiece_tokenizer const tokenizer(chosen.tokenizer);
  auto const prompt = shapeproof::io::encode<model::V>(tokenizer, chosen.prompt);
  if (prompt.size() == 0) throw std::invalid_argument("the prompt is empty; it needs one token or more");
  std::printf("prompt %s\ntokens", chosen.prompt.c_str());
  for (std::size_t i = 0; i < prompt.size(); ++i) std::printf(" %zu", prompt(i).value());
  std::printf("\n\n");

  measured_run measured;
  measured.element_bytes = chosen.weights == "f32" ? 4 : chosen.weights == "bf16" ? 2 : 1;
  auto const size = size_from_types<T>(chosen.layers);
  measured.weight_bytes = static_cast<double>(size.bytes);
  auto const begin = std::chrono::steady_clock::now();
  auto const weights = made_weights<T>(chosen.layers, chosen.seed);
  double const fill_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%zu layer%s, %.1f M parameters (%.2f GB, matrices packed as %s) filled from seed %llu in %.2f s\n\n",
              chosen.layers, chosen.layers == 1 ? "" : "s", static_cast<double>(size.parameters) * 1e-6,
              measured.weight_bytes * 1e-9, chosen.weights.c_str(), static_cast<unsigned long long>(chosen.seed),
              fill_seconds);
  if (measured.element_bytes != 4) std::printf("bytes of steps are those of weights of floats\n");

  std::size_t const capacity = prompt.size() + chosen.tokens;
  run_sizes const prefill_sizes = {prompt.size(), 0, capacity, chosen.layers};
  std::printf("prefill: past = 0, L = %zu; steps P4 to P17 are those of one layer\n", prompt.size());
  print_prefill_steps(proved, prefill_sizes);

  llm::random_stream random{.seed = chosen.seed};
  auto caches = llm::empty_caches<model>(chosen.layers, capacity);
  shapeproof::arena activations(llm::activation_bytes(weights, prompt.size()));
  shapeproof::arena::scope const within(activations);
  auto state = [&] {
    decltype(llm::prefill(prompt, weights, std::move(caches))) result;
    measured.prefill_seconds = seconds([&] { result = llm::prefill(prompt, weights, std::move(caches)); });
    return result;
  }();
  auto token = llm::sample(state.logits, chosen.sampling, random)(0);
  std::vector<int> sampled = {static_cast<int>(token.value())};

  run_sizes const decode_sizes = {1, prompt.size(), capacity, chosen.layers};
  if (chosen.tokens > 0) {
    std::printf("\ndecode: past = %zu, L = 1\n", prompt.size());
    print_decode_steps(proved, decode_sizes);
    std::printf("\n");
  }
  for (std::size_t step = 0; step < chosen.tokens; ++step) {
    double const time = seconds([&] { state = llm::decode(token, weights, std::move(state.caches)); });
    measured.decode_seconds.push_back(time);
    std::printf("decode step %zu: token %zu in, S = %zu, %.1f ms\n", step + 1, token.value(), state.caches[0].length(),
                time * 1e3);
    token = llm::sample(state.logits, chosen.sampling, random)(0);
    sampled.push_back(static_cast<int>(token.value()));
  }
  std::printf("\nsampled tokens");
  for (int id : sampled) std::printf(" %d", id);
  std::printf("\ntext %s%s\n\n", chosen.prompt.c_str(), tokenizer.decode(sampled).c_str());

  read_packed(weights, measured);
  read_packed(weights, measured);
  measured.multiply_adds_per_second = shapeproof::cpu::multiply_add_rate(0.2);
  measured.peak_bytes = peak_memory();
  print_comparison(proved, prefill_sizes, decode_sizes, measured);
  std::printf("activations: %.3f MB worked out by the compiler, %.3f MB used\n",
              static_cast<double>(activations.size()) * 1e-6, static_cast<double>(activations.peak()) * 1e-6);
}

int run(options const& chosen) {
  if (chosen.weights == "bf16")
    run<shapeproof::bf16>(chosen);
  else if (chosen.weights == "int8")
    run<shapeproof::int8>(chosen);
  else
    run<float>(chosen);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    parsed_options const parsed = parse(count, arguments);
    return standard_output::exit_code(parsed.finished ? parsed.exit_code : run(parsed.chosen));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "\nerror: %s\n", error.what());
    return 1;
  }
}
