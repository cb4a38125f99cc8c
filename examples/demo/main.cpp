// SPDX-License-Identifier: BSL-1.0
/// The main job: the note's model on a real prompt, each step proved, computed and measured.
#include "measure.hpp"
#include "options.hpp"
#include "report.hpp"

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/llm/activation_memory.hpp>
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/packed_weights.hpp>
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

void show_progress(std::size_t done, std::size_t all) {
  constexpr std::size_t width = 40;
  std::size_t const filled = done * width / all;
  std::fprintf(stderr, "\rfilling weights [%s%s] %3zu %%", std::string(filled, '#').c_str(),
               std::string(width - filled, ' ').c_str(), done * 100 / all);
  if (done == all) std::fprintf(stderr, "\n");
}

void require_memory(double needed) {
  if (needed > 0.9 * machine_memory())
    throw std::runtime_error("the weights need " + std::to_string(needed * 1e-9) + " GB, the machine has " +
                             std::to_string(machine_memory() * 1e-9) + " GB: choose fewer --layers");
}

/// What the types say of a model with this many layers.
struct model_size {
  std::size_t parameters = 0;
  std::size_t bytes = 0;
};

/// With matrices packed as `type`; the table of embeddings, of which a step looks up a few rows, is floats.
model_size size_from_types(std::size_t layers, shapeproof::cpu::weight_type type) {
  model_size size;
  auto const add = [&](auto const& weights, std::size_t times) {
    llm::for_each_parameter(weights, [&](std::string const& name, auto const& parameter) {
      using shape = shapeproof::shape_of<decltype(parameter)>;
      auto const count = static_cast<std::size_t>(shapeproof::element_count<shape>.number());
      size.parameters += times * count;
      if constexpr (shape::rank == 2)
        if (name != "embedding") {
          size.bytes +=
              times * shapeproof::cpu::packed_size(shapeproof::static_extent<shapeproof::type_at<shape, 0>>,
                                                   shapeproof::static_extent<shapeproof::type_at<shape, 1>>, type);
          return;
        }
      size.bytes += times * count * sizeof(float);
    });
  };
  add(llm::model_weights<model, llm::traced>{}, 1);  // with one layer
  add(llm::block_weights<model, llm::traced>{}, layers - 1);
  return size;
}

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
int run(options const& chosen) {
  shapeproof::io::sentencepiece_tokenizer const tokenizer(chosen.tokenizer);
  auto const prompt = shapeproof::io::encode<model::V>(tokenizer, chosen.prompt);
  if (prompt.size() == 0) throw std::invalid_argument("the prompt is empty; it needs one token or more");
  std::printf("prompt %s\ntokens", chosen.prompt.c_str());
  for (std::size_t i = 0; i < prompt.size(); ++i) std::printf(" %zu", prompt(i).value());
  std::printf("\n\n");

  measured_run measured;
  measured.element_bytes = chosen.weights == "f32" ? 4 : chosen.weights == "bf16" ? 2 : 1;
  auto const size = size_from_types(chosen.layers, shapeproof::detail::weight_type_of<T>);
  measured.weight_bytes = static_cast<double>(size.bytes);
  require_memory(measured.weight_bytes);
  auto const begin = std::chrono::steady_clock::now();
  std::size_t done = 0;
  auto const weights = llm::weights_from_seed<llm::model_weights<model, llm::packed<T>>>(
      chosen.layers, chosen.seed,
      [&](std::string const&, std::size_t count) { show_progress(done += count, size.parameters); });
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
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    parsed_options const parsed = parse(count, arguments);
    if (parsed.finished) return parsed.exit_code;
    if (parsed.chosen.weights == "bf16") return run<shapeproof::bf16>(parsed.chosen);
    if (parsed.chosen.weights == "int8") return run<shapeproof::int8>(parsed.chosen);
    return run<float>(parsed.chosen);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "\nerror: %s\n", error.what());
    return 1;
  }
}
