// SPDX-License-Identifier: BSL-1.0
/// The demo's command line.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <stdexcept>

parsed_options parse(int count, char** arguments) {
  parsed_options result;
  options& chosen = result.chosen;
  chosen.tokenizer = SHAPEPROOF_MODELS "/bpe6000/ci6000.model";

  CLI::App app("Runs the note's model on a prompt: every step with its shape, its cost and its time.",
               "shapeproof_demo");
  app.add_option("--layers", chosen.layers, "transformer blocks")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--tokens", chosen.tokens, "decode steps after the prompt")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  app.add_option("--seed", chosen.seed, "seed of weights and sampling")->capture_default_str();
  app.add_option("--weights", chosen.weights, "elements of the packed matrices: f32, bf16 or int8")
      ->check(CLI::IsMember({"f32", "bf16", "int8"}))
      ->capture_default_str();
  app.add_option("--temperature", chosen.sampling.temperature, "0 takes the likeliest token")->capture_default_str();
  app.add_option("--top-k", chosen.sampling.top_k, "keep the k likeliest tokens; 0 keeps all")->capture_default_str();
  app.add_option("--top-p", chosen.sampling.top_p, "keep the likeliest tokens up to this probability")
      ->capture_default_str();
  app.add_option("--prompt", chosen.prompt, "text to continue")->capture_default_str();
  app.add_option("--tokenizer", chosen.tokenizer, "SentencePiece model of 6000 pieces")->check(CLI::ExistingFile);
  try {
    app.parse(count, arguments);
    shapeproof::llm::require_valid(chosen.sampling);
  } catch (CLI::ParseError const& error) {
    result.finished = true;
    result.exit_code = app.exit(error) == 0 ? 0 : 2;
  } catch (std::invalid_argument const& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    result.finished = true;
    result.exit_code = 2;
  }
  return result;
}
