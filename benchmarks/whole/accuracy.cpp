// SPDX-License-Identifier: BSL-1.0
/// What weights of fewer bits change in trained models: logits, and the tokens that are liked best.
#include <shapeproof/io/gpt2_file.hpp>
#include <shapeproof/io/llama_file.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/packed_weights.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace sp = shapeproof;
namespace io = shapeproof::io;
namespace llm = shapeproof::llm;

namespace {

/// The logits after the prompt, and the tokens that follow it.
struct continuation {
  std::vector<float> logits;
  std::vector<std::size_t> tokens;
};

template <class Model, class Weights, class Loaded>
continuation greedy(Weights const& weights, Loaded const& model, std::vector<int> const& prompt, std::size_t steps) {
  using V = typename Model::V;
  auto const batch =
      llm::token_rows<V>(std::vector<std::vector<int>>{prompt}, model.weights.embedding.template extent<"V">());
  auto step = llm::prefill(
      batch.ids, weights,
      llm::empty_caches<Model>(model.layers(), prompt.size() + steps, model.sizes, batch.padding, sp::bind<"B">(1)));
  continuation result = {{step.logits.data(), step.logits.data() + step.logits.size()}, {}};
  llm::random_stream unused;
  while (true) {
    auto const token = llm::sample(step.logits, {.temperature = 0}, unused);
    result.tokens.push_back(token(0).value());
    if (result.tokens.size() == steps) return result;
    step = llm::decode(token, weights, std::move(step.caches));
  }
}

nlohmann::json compared(std::string const& model, char const* dtype, continuation const& with,
                        continuation const& exact) {
  double change = 0;
  for (std::size_t i = 0; i < exact.logits.size(); ++i)
    change = std::max(change, std::abs(static_cast<double>(with.logits[i]) - static_cast<double>(exact.logits[i])));
  auto const [low, high] = std::minmax_element(exact.logits.begin(), exact.logits.end());
  auto const differs = std::mismatch(exact.tokens.begin(), exact.tokens.end(), with.tokens.begin()).first;
  auto const same = static_cast<std::size_t>(differs - exact.tokens.begin());
  std::printf("%-12s %-5s a logit changes by at most %.2g (they span %.1f); %zu of %zu greedy tokens stay\n",
              model.c_str(), dtype, change, static_cast<double>(*high - *low), same, exact.tokens.size());
  return {{"suite", "accuracy"},
          {"model", model},
          {"dtype", dtype},
          {"logits_span", static_cast<double>(*high - *low)},
          {"logit_change", change},
          {"tokens_same", same},
          {"tokens", exact.tokens.size()}};
}

template <class Model, class Loaded>
void add(nlohmann::json& to, std::string const& name, Loaded const& model, std::vector<int> const& prompt) {
  constexpr std::size_t steps = 56;  // as many as ci_gpt2 has positions for
  auto const exact = greedy<Model>(model.weights, model, prompt, steps);
  auto const with = [&]<class T>(T, char const* dtype) {
    to.push_back(
        compared(name, dtype, greedy<Model>(llm::packed_weights<T>(model.weights), model, prompt, steps), exact));
  };
  with(float{}, "f32");
  with(sp::bf16{}, "bf16");
  with(sp::int8{}, "int8");
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App options("Trained models with packed weights against the weights of their files");
  std::filesystem::path models = SHAPEPROOF_SHARED_MODELS;
  std::string file;
  options.add_option("--models", models, "The folder of the trained models")->capture_default_str();
  options.add_option("--json", file, "Write the results to this file");
  CLI11_PARSE(options, argc, argv);
  if (!std::filesystem::exists(models)) {
    std::printf("skipped: %s is missing\n", models.c_str());
    return 77;
  }
  auto rows = nlohmann::json::array();
  using llama = llm::interleaved_llama;
  add<llama>(rows, "stories260K",
             io::load_llama<llama>(io::open_weights((models / "stories260K/stories260K.bin").string())), {1});
  add<llm::any_gpt2>(
      rows, "ci_gpt2",
      io::load_gpt2<llm::any_gpt2>(io::open_weights((models / "ci-gpt2-6000/ci_gpt2.safetensors").string())),
      {2339, 1001, 907, 2844, 1032, 912, 968});
  if (!file.empty()) std::ofstream(file) << rows.dump(1) << '\n';
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
