// SPDX-License-Identifier: BSL-1.0
/// The main job: the note's model on a real prompt, each step proved, computed and measured.
#include "measure.hpp"
#include "options.hpp"
#include "report.hpp"

#include <shapeproof/cpu/probe.hpp>
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/pipeline_trace.hpp>
#include <shapeproof/llm/sample.hpp>

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

/// The number of parameters of a model with this many layers, from its types.
double parameters_from_types(std::size_t layers) {
  llm::block_weights<model, llm::traced> block;
  llm::model_weights<model, llm::traced> all;
  auto const count = [](auto& weights) {
    double sum = 0;
    llm::for_each_parameter(weights, [&](std::string const&, auto const& parameter) {
      sum += static_cast<double>(shapeproof::element_count<shapeproof::shape_of<decltype(parameter)>>.number());
    });
    return sum;
  };
  return count(all) + static_cast<double>(layers - 1) * count(block);
}

template <class Weights>
double read_seconds(Weights const& weights) {
  float volatile sink = 0;
  return seconds([&] {
    llm::for_each_parameter(weights, [&](std::string const&, auto const& parameter) {
      sink = sink + shapeproof::cpu::read_once(parameter.data(), parameter.size());
    });
  });
}

int run(options const& chosen) {
  shapeproof::io::sentencepiece_tokenizer const tokenizer(chosen.tokenizer);
  auto const prompt = shapeproof::io::encode<model::V>(tokenizer, chosen.prompt);
  if (prompt.size() == 0) throw std::invalid_argument("the prompt is empty; it needs one token or more");
  std::printf("prompt %s\ntokens", chosen.prompt.c_str());
  for (std::size_t i = 0; i < prompt.size(); ++i) std::printf(" %zu", prompt(i).value());
  std::printf("\n\n");

  measured_run measured;
  measured.weight_bytes = 4 * parameters_from_types(chosen.layers);
  require_memory(measured.weight_bytes);
  std::size_t const parameters = static_cast<std::size_t>(measured.weight_bytes) / 4;
  llm::model_weights<model> weights;
  weights.blocks.resize(chosen.layers);
  std::size_t done = 0;
  double const fill_seconds = seconds([&] {
    llm::fill_from_seed(weights, chosen.seed,
                        [&](std::string const&, std::size_t count) { show_progress(done += count, parameters); });
  });
  std::printf("%zu layer%s, %.1f M parameters (%.2f GB) filled from seed %llu in %.2f s\n\n", chosen.layers,
              chosen.layers == 1 ? "" : "s", static_cast<double>(parameters) * 1e-6, measured.weight_bytes * 1e-9,
              static_cast<unsigned long long>(chosen.seed), fill_seconds);

  std::size_t const capacity = prompt.size() + chosen.tokens;
  run_sizes const prefill_sizes = {prompt.size(), 0, capacity, chosen.layers};
  std::printf("prefill: past = 0, L = %zu; steps P4 to P17 are those of one layer\n", prompt.size());
  print_prefill_steps(proved, prefill_sizes);

  llm::random_stream random{.seed = chosen.seed};
  auto caches = llm::empty_caches<model>(chosen.layers, capacity);
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

  read_seconds(weights);
  measured.read_seconds = read_seconds(weights);
  measured.multiply_adds_per_second = shapeproof::cpu::multiply_add_rate(0.2);
  measured.peak_bytes = peak_memory();
  print_comparison(proved, prefill_sizes, decode_sizes, measured);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    parsed_options const parsed = parse(count, arguments);
    return parsed.finished ? parsed.exit_code : run(parsed.chosen);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "\nerror: %s\n", error.what());
    return 1;
  }
}
